import { z } from "zod";
import { decodeId, type IdKind } from "@/lib/db/ids";
import { Failure, type InputIssue } from "@/lib/errors";
import { bodyTooLarge, notFound, unsupportedMediaType, validationFailed } from "@/lib/http/failures";
import { bodyType, type Operation } from "@/lib/http/operation";
import type { ApiRequest } from "@/lib/http/reply/reply";
import { MAX_BODY_BYTES, MAX_LISTED_ERRORS } from "@/lib/limits";
import { check, fieldBelow, parameterAt } from "./check";
import { isStorable, parseJson, pointerToken } from "./json";
import { parametersOf } from "./parameters";

const nothing = z.strictObject({});
const MERGE_PATCH = "application/merge-patch+json";
/** The header with the accepted body types of a PATCH (RFC 5789 §3.1). */
export const acceptPatch = { "Accept-Patch": `application/json, ${MERGE_PATCH}` };

/** Returns the names of query parameters that accept several values. */
export function listParameters(query: z.ZodObject | undefined): Set<string> {
  const names = new Set<string>();
  for (const [name, schema] of Object.entries(query?.shape ?? {})) {
    let inner: unknown = schema;
    while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
    if (inner instanceof z.ZodArray) names.add(name);
  }
  return names;
}

/**
 * Parses a query string. A list may be repeated or comma-separated, and other parameters must appear once.
 * @throws Failure `validation_failed` with all parameters that are unknown, repeated or invalid.
 */
export function parseQuery(operation: Operation, lists: Set<string>, text: string): Record<string, unknown> {
  if (text === "" && !operation.query) return {};
  const sent = new Map<string, string[]>();
  const errors: InputIssue[] = [];
  for (const { name, value } of parametersOf(text)) {
    if (value === null) {
      const detail = "This isn't percent-encoded UTF-8. Write é as %C3%A9, and % as %25.";
      errors.push({ parameter: pointerToken(name), code: "invalid_encoding", detail });
    } else if (!isStorable(name) || !isStorable(value)) {
      const detail = "Remove control characters.";
      errors.push({ parameter: pointerToken(name), code: "unsupported_characters", detail });
    } else {
      const values = sent.get(name);
      if (values) values.push(value);
      else sent.set(name, [value]);
    }
  }
  const raw: Record<string, unknown> = Object.create(null);
  for (const [name, values] of sent) {
    if (lists.has(name)) raw[name] = values.flatMap((value) => value.split(","));
    else if (values.length === 1) raw[name] = values[0];
    else errors.push({ parameter: name, code: "repeated_parameter", detail: "Send this parameter once." });
  }
  const { data, issues } = check(operation.query ?? nothing, { ...raw }, parameterAt);
  if (issues) errors.push(...issues);
  if (errors.length > 0) throw validationFailed(errors.slice(0, MAX_LISTED_ERRORS), "query parameters");
  return data as Record<string, unknown>;
}

/**
 * Parses path parameters.
 * @throws Failure `not_found` for invalid ones, because they can't identify anything.
 */
export function parseParams(operation: Operation, params: Record<string, unknown>): Record<string, unknown> {
  if (!operation.params) return {};
  const { data, issues } = check(operation.params, params, parameterAt);
  if (issues) throw notFound(issues[0]?.detail);
  return data as Record<string, unknown>;
}

/**
 * Returns the UUID of a public ID.
 * @throws Failure `not_found` if the text isn't an ID of this type.
 */
export function parseId(kind: IdKind, id: string): string {
  const uuid = decodeId(kind, id);
  if (uuid === null) throw notFound();
  return uuid;
}

/**
 * Checks the body's type and reads at most `limit` bytes of it.
 * @returns null if there is no body and the operation doesn't require one.
 * @throws Failure `unsupported_media_type` or `payload_too_large`.
 */
export async function readBody(
  operation: Operation,
  request: ApiRequest,
  limit = MAX_BODY_BYTES,
): Promise<Buffer | null> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > limit) throw bodyTooLarge(limit, operation.many);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    return size <= limit;
  };
  try {
    await request.read(take);
  } catch {
    throw new Failure("invalid_request", "The body didn't arrive completely. Send the request again.");
  }
  if (size > limit) throw bodyTooLarge(limit, operation.many);
  if (size === 0 && (!operation.body || operation.bodyOptional)) return null;
  if (request.headers.get("content-encoding")) {
    throw new Failure(
      "unsupported_media_type",
      "Compressed bodies aren't supported. Send the body without `Content-Encoding`.",
    );
  }
  const isPatch = operation.method === "PATCH";
  if (!isMediaType(request, bodyType(operation)) && !(isPatch && isMediaType(request, MERGE_PATCH))) {
    throw unsupportedMediaType(bodyType(operation), isPatch ? acceptPatch : {});
  }
  return chunks.length === 1 && chunks[0]
    ? Buffer.from(chunks[0].buffer, chunks[0].byteOffset, size)
    : Buffer.concat(chunks);
}

/**
 * Returns whether a request's body has this media type. The only parameter that it may have is the charset UTF-8.
 */
function isMediaType(request: ApiRequest, type: string): boolean {
  const [name, ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  const isUtf8 = (parameter: string) => /^(?:|charset="?utf-8"?)$/.test(parameter.trim());
  return name?.trim() === type && parameters.every(isUtf8);
}

/**
 * Parses and validates a JSON body. Returns undefined if there is no body.
 * @throws Failure `invalid_json` or `validation_failed`.
 */
export function parseBody(operation: Operation, bytes: Buffer | null, request: ApiRequest): unknown {
  if (bytes === null) return undefined;
  if (bytes.length === 0)
    throw new Failure("invalid_json", `The body is empty. Send one JSON object${needed(operation)}.`);
  const value = parseJson(bytes);
  if (isMediaType(request, MERGE_PATCH)) assertFlat(value);
  const { data, issues } = check(operation.body ?? nothing, value, fieldBelow(""));
  if (issues === null) return data;
  const [first] = issues;
  if (!Array.isArray(value) || !first) throw validationFailed(issues);
  throw validationFailed([{ ...first, detail: `Send one JSON object, not a list.${manyOf(operation)}` }]);
}

/**
 * Returns a field of a JSON object that is needed before the body is validated, or null if it has no such text.
 * @throws Failure `invalid_json`, or `validation_failed` for text that can't be stored.
 */
export function textField(bytes: Buffer | null, name: string): string | null {
  const body = Object(bytes?.length ? parseJson(bytes) : null);
  return Object.hasOwn(body, name) && typeof body[name] === "string" ? body[name] : null;
}

/**
 * Rejects nested objects in a merge patch, which would merge them (RFC 7396 §2). These operations would replace
 * them.
 */
function assertFlat(patch: unknown): void {
  const errors = Object.entries(Object(patch)).flatMap(([name, member]): InputIssue[] => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return [];
    const detail =
      "This operation replaces objects and can't merge them. Send the complete object with Content-Type: application/json.";
    return [{ pointer: `/${pointerToken(name)}`, code: "not_mergeable", detail }];
  });
  if (errors.length > 0) throw validationFailed(errors.slice(0, MAX_LISTED_ERRORS));
}

/** Returns a phrase with the required fields of a body, for the end of a sentence. */
function needed({ body }: Operation): string {
  const fields = body instanceof z.ZodObject ? Object.entries(body.shape) : [];
  const required = fields.filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success);
  return required.length === 0 ? "" : ` with \`${required.map(([name]) => name).join("`, `")}\``;
}

/** Returns a sentence that names the batch operation, or an empty string if there is none. */
const manyOf = ({ many }: Operation) =>
  many ? ` For several, send {"${many.list}": […]} to POST /api/v1${many.path}.` : "";

/**
 * Validates one row of a batch. JSON pointers start at the whole body, for example `/alerts/3/camera_id`.
 * @returns the parsed row, or the failure.
 */
export function parseRow<T extends z.ZodType>(
  schema: T,
  row: unknown,
  list: string,
  index: number,
): z.output<T> | Failure {
  const { data, issues } = check(schema, row, fieldBelow(`/${list}/${index}`));
  return issues ? validationFailed(issues) : data;
}

/**
 * Checks that a period isn't empty and doesn't end before it starts.
 * @param from and to in milliseconds.
 * @throws Failure `validation_failed` otherwise.
 */
export function assertPeriod(from: number, to: number): void {
  if (from < to) return;
  const detail = "Must be before `to`.";
  throw validationFailed([{ parameter: "from", code: "not_before_to", detail }], "query parameters");
}
