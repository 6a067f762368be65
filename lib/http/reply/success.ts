import { createHash } from "node:crypto";
import { env } from "@/lib/env";
import { callHref } from "@/lib/http/call";
import { notAcceptable } from "@/lib/http/failures";
import { type AnyInput, hasEntityTag, isPage, type Operation } from "@/lib/http/operation";
import { mediaWeight, parseRanges } from "@/lib/http/request/accept";
import { entityTag, namesTag } from "./entity-tag";
import { type ApiRequest, isJson, isStreamed, type Reply } from "./reply";

/** Creates the reply for an operation's result. */
export function toSuccess(operation: Operation, result: unknown, input: AnyInput): Reply {
  if (isStreamed(result)) {
    const { type, headers } = result.options;
    const reply = { status: operation.status, headers: { ...headers, "Content-Type": type }, body: result.pieces };
    return type === EVENT_STREAM || operation.constant ? reply : { ...reply, compress: "each" };
  }
  const status = statusOf(operation, result);
  const headers = replyHeaders(operation, status, result, input);
  const body = operation.response ? (isJson(result) ? result.text : JSON.stringify(result)) : null;
  return mayCompress(operation, headers) ? { status, headers, body, compress: "each" } : { status, headers, body };
}

function statusOf({ status, otherStatus }: Operation, result: unknown): number {
  return otherStatus?.when(result as object) ? otherStatus.status : status;
}

/** Returns the headers `ETag`, `Location` and `Link` of a result, as far as the operation declares them. */
function replyHeaders(operation: Operation, status: number, result: unknown, input: AnyInput): Record<string, string> {
  const headers: Record<string, string> = {};
  if (!operation.response) return headers;
  const { version, id, next_cursor: cursor } = result as { version?: number; id?: string; next_cursor?: string | null };
  if (version !== undefined && hasEntityTag(operation)) headers.ETag = entityTag(version);
  if (operation.location && status === 201) {
    if (id === undefined) throw new Error(`${operation.id} declares a location, and its result has no id`);
    headers.Location = `/api/v1${operation.path}/${id}`;
  }
  if (cursor && isPage(operation)) {
    const address = callHref(operation.path, {
      params: input.params as object,
      query: { ...(input.query as object), cursor },
    });
    headers.Link = `<${env().BASE_URL}${address}>; rel="next"`;
  }
  return headers;
}

/**
 * Event streams aren't compressed: single events are too small, and a compressor would use more memory than the
 * rest of a listener.
 */
export const EVENT_STREAM = "text/event-stream";

/**
 * Returns whether a reply may be compressed. A secret must not be compressed together with a caller's text,
 * because the length would reveal it (BREACH). That excludes a POST that isn't a batch, and a GET that declares a
 * secret. A strong entity tag also prevents it, because the tag identifies the exact bytes (RFC 9110 §8.8.3).
 */
function mayCompress({ method, batch, secret }: Operation, { ETag }: Record<string, string>): boolean {
  return (method === "GET" || batch !== undefined) && !secret && ETag === undefined;
}

const CONSTANT_MAX_AGE_S = 300;

/**
 * Adds an `ETag` and caching headers to a constant reply, which is the same for all callers while this process
 * runs.
 */
export function cacheable(reply: Reply): Reply {
  const ETag = `W/"${createHash("sha256").update(String(reply.body)).digest("base64url").slice(0, 22)}"`;
  const headers = { ...reply.headers, ETag, "Cache-Control": `public, max-age=${CONSTANT_MAX_AGE_S}`, Vary: "Accept" };
  return { ...reply, headers, compress: "once" };
}

/**
 * Returns the reply as 304 without a body if `If-None-Match` names its `ETag` (RFC 9110 §13.1.2). Otherwise
 * returns it unchanged.
 */
export function notModifiedIfCurrent(request: ApiRequest, reply: Reply): Reply {
  const { ETag } = reply.headers;
  const known = request.headers.get("if-none-match");
  if (known === null || ETag === undefined || !namesTag(known, ETag)) return reply;
  return { ...reply, status: 304, body: null };
}

/**
 * Media types that all operations accept in `Accept`, even those that stream another type, because API clients
 * always send them.
 */
const ANY_REPLY = ["application/json", "application/problem+json"];

export function assertAcceptable({ streams = [] }: Operation, request: ApiRequest): void {
  const accept = request.headers.get("accept");
  if (!accept || accept === "*/*" || accept === "application/json") return;
  const ranges = parseRanges(accept);
  if ([...streams, ...ANY_REPLY].some((type) => mediaWeight(ranges, type).weight > 0)) return;
  const types = streams.length > 0 ? streams : ["application/json"];
  throw notAcceptable(types);
}
