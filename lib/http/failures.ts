import { maxHeaderSize } from "node:http";
import { Failure, type InputIssue } from "@/lib/errors";
import { MAX_BATCH_BODY_BYTES, MAX_BATCH_ROWS, MAX_URL_LENGTH } from "@/lib/limits";

const count = (value: number) => value.toLocaleString("en-US");
const sizeOf = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);

/**
 * Returns the failure for a missing resource. It is the same for an unknown ID and for an ID of another
 * organization.
 * @param hint a sentence that says what to check, for the end of the message.
 */
export function notFound(hint = "Check the path and the ID in it."): Failure {
  return new Failure("not_found", `Your organization has no resource at this path. ${hint}`);
}

/**
 * Returns the failure for invalid input. Its message includes the first error.
 * @param what the noun for the inputs, used in the message.
 */
export function validationFailed(errors: InputIssue[], what = "fields"): Failure {
  const [first] = errors;
  // The empty pointer stands for the whole body (RFC 6901 §5), so there is no field to name.
  if (first?.pointer === "") return new Failure("validation_failed", first.detail, { errors });
  const name = first?.parameter ?? first?.pointer;
  const detail = `Correct the ${what} listed in \`errors\` and send the request again.`;
  return new Failure("validation_failed", name ? `${detail} First: ${name}: ${first?.detail}` : detail, { errors });
}

/**
 * Returns the 405 failure for a method that the path doesn't support.
 * @param allow the methods of the path, as in the `Allow` header.
 */
export function methodNotAllowed(allow: string): Failure {
  return new Failure("method_not_allowed", `This path doesn't support this method. Use one of ${allow}.`, {
    headers: { Allow: allow },
  });
}

/**
 * Returns the failure for an `Accept` header that excludes all formats of the operation.
 * @param types the media types that the operation can return.
 */
export function notAcceptable(types: readonly string[]): Failure {
  const accepted = types.map((type) => `\`Accept: ${type}\``).join(" or ");
  return new Failure(
    "not_acceptable",
    `The \`Accept\` header excludes every format of this operation. Send ${accepted}.`,
  );
}

/**
 * Returns the failure for a body that isn't valid I-JSON. Its message contains the line and column of `offset`,
 * from 1. Columns are UTF-16 units, as in editors.
 */
export function invalidJson(text: string, offset: number, cause: string): Failure {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", start)) {
    line += 1;
    start = end + 1;
  }
  const column = offset - start + 1;
  return new Failure("invalid_json", `Not valid JSON at line ${line}, column ${column}: ${cause}`);
}

export function invalidCursor(): Failure {
  return new Failure(
    "invalid_cursor",
    "This cursor doesn't belong to this list with these filters. Send `next_cursor` unchanged and keep the filters.",
  );
}

export function requestTimeout(): Failure {
  return new Failure("request_timeout", "The request took too long to arrive. Send it again on a new connection.");
}

export function headersTooLarge(): Failure {
  const detail = `The URL and headers exceed ${sizeOf(maxHeaderSize)}. Send fewer or shorter headers.`;
  return new Failure("headers_too_large", detail);
}

export function uriTooLong(): Failure {
  const detail = `The URL has more than ${count(MAX_URL_LENGTH)} characters. Use fewer or shorter parameters.`;
  return new Failure("uri_too_long", detail);
}

/**
 * Returns the failure for a body that exceeds the size limit.
 * @param batch the path of the batch operation that accepts many of these bodies, and the name of its list.
 */
export function bodyTooLarge(maxBytes: number, batch?: { path: string; list: string }): Failure {
  const advice = batch
    ? `Split the data, or send up to ${count(MAX_BATCH_ROWS)} ${batch.list} (${sizeOf(MAX_BATCH_BODY_BYTES)}) to POST /api/v1${batch.path}.`
    : "Send a smaller body.";
  const detail = `The body has more than ${count(maxBytes)} bytes (${sizeOf(maxBytes)}). ${advice}`;
  return new Failure("payload_too_large", detail);
}

/**
 * Returns the failure for a body with the wrong `Content-Type`.
 * @param type the media type that the operation accepts.
 */
export function unsupportedMediaType(type: string, headers: Record<string, string> = {}): Failure {
  const detail = `The body isn't declared as ${type}. Send the header \`Content-Type: ${type}\`.`;
  return new Failure("unsupported_media_type", detail, { headers });
}

export function invalidIdempotencyKey(): Failure {
  const detail = "The `Idempotency-Key` isn't 1 to 255 visible ASCII characters. Send a UUID, for example.";
  return new Failure("invalid_request", detail);
}

export function idempotencyInProgress(): Failure {
  const detail = "A request with this `Idempotency-Key` is still running. Wait a second and send this one again.";
  return new Failure("idempotency_in_progress", detail, { headers: { "Retry-After": "1" } });
}

export function idempotencyKeyReused(): Failure {
  const detail = "This `Idempotency-Key` was used for another request. Send this one with a new key.";
  return new Failure("idempotency_key_reused", detail);
}

export function internalError(): Failure {
  const detail = "An internal error occurred. If it keeps happening, contact support and quote the request ID.";
  return new Failure("internal", detail);
}

/**
 * Returns the 503 failure for a database that can't be reached or is too slow. A write may or may not have
 * succeeded.
 */
export function unavailable(): Failure {
  const detail =
    "The service is temporarily unavailable. Try again in a moment, and retry a POST with the same Idempotency-Key.";
  return new Failure("unavailable", detail, { headers: { "Retry-After": "1" } });
}
