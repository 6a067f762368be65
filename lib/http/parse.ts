import { z } from "zod";
import { decodeId, type IdKind } from "@/lib/db/ids";
import { Failure, type InputIssue } from "@/lib/errors";
import { MAX_BODY_BYTES, MAX_LISTED_ERRORS } from "@/lib/limits";
import { isStorable, parseJson, pointerToken } from "./json";
import { bodyType, type Operation } from "./operation";
import type { ApiRequest } from "./reply";

const nothing = z.strictObject({});
const MERGE_PATCH = "application/merge-patch+json";
/** What a PATCH takes, as its path tells clients (RFC 5789 §3.1). */
export const acceptPatch = { "Accept-Patch": `application/json, ${MERGE_PATCH}` };

/** The names of an operation's query parameters that take several values. */
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
 * Reads query parameters: lists may be repeated or comma-separated, everything else appears once.
 * @throws Failure `validation_failed` naming each parameter that is unknown, repeated or out of range.
 */
export function parseQuery(operation: Operation, lists: Set<string>, text: string): Record<string, unknown> {
  if (text === "" && !operation.query) return {};
  const search = new URLSearchParams(text);
  const raw: Record<string, unknown> = Object.create(null);
  const errors: InputIssue[] = [];
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    if (!isStorable(name) || !values.every(isStorable)) {
      errors.push({
        parameter: pointerToken(name),
        code: "unsupported_characters",
        detail: "Remove control characters.",
      });
    } else if (lists.has(name)) {
      raw[name] = values.flatMap((value) => value.split(","));
    } else if (values.length > 1) {
      errors.push({ parameter: name, code: "repeated_parameter", detail: "Send this parameter once." });
    } else {
      raw[name] = values[0];
    }
  }
  const result = (operation.query ?? nothing).safeParse({ ...raw });
  if (!result.success) errors.push(...issuesOf(result.error, (path) => ({ parameter: path[0] ?? "" }), "parameter"));
  if (errors.length > 0) throw validationFailed(errors, "query parameters");
  return result.data as Record<string, unknown>;
}

/**
 * Path parameters that break their rule name nothing that exists.
 * @throws Failure `not_found`.
 */
export function parseParams(operation: Operation, params: Record<string, unknown>): Record<string, unknown> {
  if (!operation.params) return {};
  const result = operation.params.safeParse(params);
  if (!result.success) throw notFound();
  return result.data as Record<string, unknown>;
}

/** The UUID inside an id of this kind. @throws Failure `not_found` for what is no such id. */
export function parseId(kind: IdKind, id: string): string {
  const uuid = decodeId(kind, id);
  if (uuid === null) throw notFound();
  return uuid;
}

/** The one reply for what does not exist and for what belongs to somebody else. */
export function notFound(): Failure {
  return new Failure("not_found", "Nothing is here for your organization. Check the id and the path.");
}

/**
 * Checks the body's type and reads it, never keeping more than `limit` bytes of it.
 * @returns null when there is no body and the operation does not ask for one.
 * @throws Failure `unsupported_media_type` or `payload_too_large`.
 */
export async function readBody(
  operation: Operation,
  request: ApiRequest,
  limit = MAX_BODY_BYTES,
): Promise<Buffer | null> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > limit) throw tooLarge(operation, limit);
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
    throw new Failure("invalid_request", "The body did not arrive whole.");
  }
  if (size > limit) throw tooLarge(operation, limit);
  if (size === 0 && (!operation.body || operation.bodyOptional)) return null;
  if (request.headers.get("content-encoding")) {
    throw new Failure("unsupported_media_type", "Send the body without Content-Encoding.");
  }
  const isPatch = operation.method === "PATCH";
  if (!isMediaType(request, bodyType(operation)) && !(isPatch && isMediaType(request, MERGE_PATCH))) {
    throw new Failure("unsupported_media_type", `Send the header \`Content-Type: ${bodyType(operation)}\`.`, {
      headers: isPatch ? acceptPatch : {},
    });
  }
  return chunks.length === 1 && chunks[0]
    ? Buffer.from(chunks[0].buffer, chunks[0].byteOffset, size)
    : Buffer.concat(chunks);
}

/** Whether a request's body is of this type; of the parameters only another charset than UTF-8 counts. */
function isMediaType(request: ApiRequest, type: string): boolean {
  const [name, ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  const isUtf8 = (parameter: string) => /^(?:|charset="?utf-8"?)$/.test(parameter.trim());
  return name?.trim() === type && parameters.every(isUtf8);
}

/** @throws Failure `invalid_json` or `validation_failed`. */
export function parseBody(operation: Operation, bytes: Buffer | null, request: ApiRequest): unknown {
  if (bytes === null) return undefined;
  const value = parseJson(bytes);
  if (isMediaType(request, MERGE_PATCH)) assertFlat(value);
  const result = (operation.body ?? nothing).safeParse(value);
  if (result.success) return result.data;
  throw validationFailed(issuesOf(result.error, pointerBelow(""), "field"), "fields");
}

/** A merge patch would merge an inner object (RFC 7396 §2), where these operations replace it as a whole. */
function assertFlat(patch: unknown): void {
  const errors = Object.entries(Object(patch)).flatMap(([name, member]): InputIssue[] => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return [];
    const detail = "Objects are replaced, not merged. Send this change with Content-Type: application/json.";
    return [{ pointer: `/${pointerToken(name)}`, code: "not_mergeable", detail }];
  });
  if (errors.length > 0) throw validationFailed(errors.slice(0, MAX_LISTED_ERRORS));
}

/**
 * Checks one row of a batch. Pointers lead into the whole body, for example `/alerts/3/camera_id`.
 * @returns the row as its schema makes it, or why it is refused.
 */
export function parseRow<T extends z.ZodType>(
  schema: T,
  row: unknown,
  list: string,
  index: number,
): z.output<T> | Failure {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  return validationFailed(issuesOf(result.error, pointerBelow(`/${list}/${index}`), "field"), "fields");
}

const pointerBelow = (start: string) => (path: string[]) => ({
  pointer: start + path.map((token) => `/${pointerToken(token)}`).join(""),
});

function tooLarge({ inBulk }: Operation, limit: number): Failure {
  const size = limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`;
  const remedy = inBulk ? `Split it, or ${inBulk}.` : "Send a smaller one.";
  return new Failure(
    "payload_too_large",
    `The body has more than ${limit.toLocaleString("en-US")} bytes (${size}). ${remedy}`,
  );
}

/**
 * Refuses a period that is empty or ends before it begins.
 * @param from and to in milliseconds.
 * @throws Failure `validation_failed`.
 */
export function assertPeriod(from: number, to: number): void {
  if (from < to) return;
  const detail = "Must lie before `to`.";
  throw validationFailed([{ parameter: "from", code: "not_before_to", detail }], "query parameters");
}

export function validationFailed(errors: InputIssue[], what = "fields"): Failure {
  const [first] = errors;
  const name = first?.parameter ?? first?.pointer;
  const detail = `Correct the ${what} listed in \`errors\` and send the request again.`;
  return new Failure("validation_failed", name ? `${detail} First: ${name}: ${first?.detail}` : detail, { errors });
}

function issuesOf(error: z.ZodError, place: (path: string[]) => Partial<InputIssue>, what: string): InputIssue[] {
  return error.issues.slice(0, MAX_LISTED_ERRORS).flatMap((issue): InputIssue[] => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.slice(0, MAX_LISTED_ERRORS).map((key) => ({
        ...place([...path, key]),
        code: `unknown_${what}`,
        detail: `There is no ${what} of this name. Remove it or correct its spelling.`,
      }));
    }
    const missing = issue.code === "invalid_type" && issue.input === undefined && issue.message.endsWith("undefined");
    if (missing) return [{ ...place(path), code: "required", detail: `This ${what} is required.` }];
    return [{ ...place(path), code: issue.code, detail: issue.message }];
  });
}
