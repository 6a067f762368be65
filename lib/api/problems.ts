import { z } from "zod";
import { invalidTransition, unknownCamera } from "@/lib/alerts/failures";
import { createAlert } from "@/lib/alerts/operations";
import { alertCreateSchema } from "@/lib/alerts/schema";
import {
  apiAccessDisabled,
  insufficientScope,
  peopleOnly,
  twoFactorRequired,
  unauthenticated,
} from "@/lib/auth/failures";
import { externalIdTaken } from "@/lib/cameras/failures";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import type { ErrorCode, Failure } from "@/lib/errors";
import { eventExpired } from "@/lib/events/failures";
import {
  bodyTooLarge,
  headersTooLarge,
  idempotencyInProgress,
  idempotencyKeyReused,
  internalError,
  invalidCursor,
  invalidIdempotencyKey,
  methodNotAllowed,
  notAcceptable,
  notFound,
  requestTimeout,
  unavailable,
  unsupportedMediaType,
  uriTooLong,
} from "@/lib/http/failures";
import { toProblem } from "@/lib/http/problem";
import { versionMismatch } from "@/lib/http/reply/entity-tag";
import { invalidInput } from "@/lib/http/request/check";
import { syntaxError } from "@/lib/http/request/json-syntax";
import { errorCodeSchema, inputIssueSchema } from "@/lib/http/wire";
import { tooManyKeys } from "@/lib/keys/failures";
import {
  EVENT_RETENTION_D,
  IDEMPOTENCY_RETENTION_H,
  MAX_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_LISTED_ERRORS,
} from "@/lib/limits";
import { lastAdmin } from "@/lib/members/failures";
import { rateLimited } from "@/lib/rate-limit/failures";
import { rateLimits } from "@/lib/rate-limit/requests";

/** The schema of problem documents (RFC 9457) in the OpenAPI document. */
export const problemSchema = z
  .looseObject({
    type: z.string().meta({ description: "The page that explains this code", format: "uri" }),
    title: z.string().meta({ description: "A summary of the code, identical for every reply with this code" }),
    status: z.int().meta({ description: "The HTTP status" }),
    detail: z.string().meta({ description: "What went wrong in this request, and how to fix it" }),
    instance: z.string().meta({ description: "The path of the request" }),
    code: errorCodeSchema,
    request_id: z
      .string()
      .meta({ description: "The same as the header `X-Request-Id`. Quote it when you contact support" }),
    errors: z
      .array(inputIssueSchema)
      .optional()
      .meta({ description: `The problems in the input, one entry per location, at most ${MAX_LISTED_ERRORS}` }),
  })
  .meta({ id: "Problem", description: "A problem document (RFC 9457). Some codes have additional fields." });

export interface ProblemGuide {
  /** When the API returns this code. */
  meaning: string;
  /** What the caller should do. */
  action: string;
  /** Whether retrying the same request later can succeed. */
  retry: boolean;
  /** An example failure with this code. */
  example: () => Failure;
}

/** The documentation of each code. TypeScript reports missing entries. */
export const problemGuides: Record<ErrorCode, ProblemGuide> = {
  invalid_json: {
    meaning: `The body is not one JSON document in UTF-8, repeats a name inside an object, or is nested deeper than ${MAX_JSON_DEPTH} levels.`,
    action:
      "Build the body with a JSON library instead of by hand. The detail names the line and column, or the byte, of the error.",
    retry: false,
    example: () => syntaxError('{"camera_id":"dock-3-east","use_case":"intrusion",}'),
  },
  invalid_cursor: {
    meaning: "The cursor was modified, belongs to another organization, or comes from a list with other filters.",
    action: "Send `next_cursor` exactly as you received it, with the same filters. Or start again without a cursor.",
    retry: false,
    example: () => invalidCursor(),
  },
  invalid_request: {
    meaning:
      "The request is malformed, for example its URL, a header such as an `Idempotency-Key` with spaces, or a body that didn't arrive completely.",
    action: "Correct what `detail` names, and send the request again.",
    retry: false,
    example: () => invalidIdempotencyKey(),
  },
  request_timeout: {
    meaning: "The request's headers or body didn't arrive in time.",
    action: "Check your connection, then send the request again. Retry a POST with the same `Idempotency-Key`.",
    retry: true,
    example: () => requestTimeout(),
  },
  headers_too_large: {
    meaning: "The request has more than 100 headers, or its URL and headers exceed 16 KB in total.",
    action: "Send fewer headers. Put your own data into `metadata`.",
    retry: false,
    example: () => headersTooLarge(),
  },
  unauthenticated: {
    meaning:
      "The request has no valid credential. To reveal nothing to attackers, the reply is the same for missing, mistyped, unknown, expired, disabled and revoked keys.",
    action:
      "Check that the header reads `Authorization: Bearer sl_key_…` and that the key is active on the API keys page.",
    retry: false,
    example: () => unauthenticated(),
  },
  api_access_disabled: {
    meaning: "The key is valid, but API access is turned off for its organization.",
    action: "Ask an admin to turn on API access. Existing keys then work again immediately.",
    retry: false,
    example: () => apiAccessDisabled(),
  },
  insufficient_scope: {
    meaning: "The key is valid but lacks the scope for this operation.",
    action: "Add the scope in `required_scopes` to the key on its page, or create a key that has it.",
    retry: false,
    example: () => insufficientScope("alerts:write", ["alerts:read"]),
  },
  forbidden: {
    meaning: "Your credential is valid, but it doesn't allow this operation.",
    action: "Ask an admin of the organization for access.",
    retry: false,
    example: () => peopleOnly(),
  },
  two_factor_required: {
    meaning:
      "The organization requires two-factor sign-in, and your account doesn't use it. Keys and tokens aren't affected.",
    action: "Set up two-factor sign-in on your account page.",
    retry: false,
    example: () => twoFactorRequired(),
  },
  not_found: {
    meaning:
      "The path doesn't exist, or your organization has no object with this ID. An ID of another organization gets the same reply.",
    action: "Check the path, the ID and the key's organization.",
    retry: false,
    example: () => notFound(),
  },
  method_not_allowed: {
    meaning: "The path exists but doesn't support this method.",
    action: "Use one of the methods in the `Allow` header.",
    retry: false,
    example: () => methodNotAllowed("GET, HEAD, POST, OPTIONS"),
  },
  not_acceptable: {
    meaning: "The `Accept` header excludes every format of this operation.",
    action: "Send `Accept: application/json`, or omit the header.",
    retry: false,
    example: () => notAcceptable(["application/json"]),
  },
  invalid_transition: {
    meaning: "The alert can't change from its current status to the requested one.",
    action: "Choose a status from `allowed`. Reopen a resolved or dismissed alert first.",
    retry: false,
    example: () => invalidTransition("resolved", "acknowledged"),
  },
  idempotency_in_progress: {
    meaning: "A request with the same `Idempotency-Key` is still running.",
    action:
      "Wait for the number of seconds in `Retry-After`, then send the same request again. You then get the reply to the first request.",
    retry: true,
    example: () => idempotencyInProgress(),
  },
  conflict: {
    meaning: "The request conflicts with existing data, such as an `external_id` that is already in use.",
    action: "Read the existing object, resolve the conflict, and send the request again.",
    retry: false,
    example: () => externalIdTaken(),
  },
  last_admin: {
    meaning: "The change would leave the organization without an admin.",
    action: "Make another member an admin first.",
    retry: false,
    example: () => lastAdmin(),
  },
  limit_reached: {
    meaning: "The organization has reached its limit for these objects.",
    action: "Delete or close what you no longer need.",
    retry: false,
    example: () => tooManyKeys(),
  },
  gone: {
    meaning: `The object existed but is no longer stored, such as an event older than ${EVENT_RETENTION_D} days.`,
    action: "Read the current state of your resources, then follow the changes from there.",
    retry: false,
    example: () => eventExpired(),
  },
  version_mismatch: {
    meaning: "`If-Match` has an outdated version: the object was changed after you read it.",
    action: "Read the object again, review the changes, and send yours with the new `ETag`.",
    retry: false,
    example: () => versionMismatch("alert", 3),
  },
  payload_too_large: {
    meaning: "The body exceeds the size limit of this operation.",
    action: "Split the data into several requests, and send links to media instead of the files themselves.",
    retry: false,
    example: () => bodyTooLarge(MAX_BODY_BYTES, createAlert.many),
  },
  uri_too_long: {
    meaning: "The path and query exceed the maximum length.",
    action: "Use fewer filter values in one request.",
    retry: false,
    example: () => uriTooLong(),
  },
  unsupported_media_type: {
    meaning: "The body isn't declared as JSON, or it is compressed.",
    action: "Send the header `Content-Type: application/json` and an uncompressed body.",
    retry: false,
    example: () => unsupportedMediaType("application/json"),
  },
  validation_failed: {
    meaning: "A field or parameter is invalid. Unknown names are also rejected, so typos don't go unnoticed.",
    action: "Correct everything listed in `errors`. Nothing was stored.",
    retry: false,
    example: () => invalidInput(alertCreateSchema, { camera_id: "dock-3-east" }),
  },
  unknown_camera: {
    meaning: "Your organization has no camera with this ID or `external_id`. No alert was stored.",
    action: "Create the camera first, or correct `camera_id`. `GET /cameras` lists your cameras.",
    retry: false,
    example: () => unknownCamera(),
  },
  idempotency_key_reused: {
    meaning: `This \`Idempotency-Key\` was already used for a request with another body or path. Keys are stored for ${IDEMPOTENCY_RETENTION_H} hours.`,
    action: "Use a new key for each new request. Reuse a key only to retry the same request.",
    retry: false,
    example: () => idempotencyKeyReused(),
  },
  rate_limited: {
    meaning: "The key or organization exceeded its request limit in the current window.",
    action:
      "Wait for the number of seconds in `Retry-After`, then send requests more slowly. The `RateLimit` header of every reply shows the remaining requests.",
    retry: true,
    example: () => rateLimited({ name: "key", quota: rateLimits().key.burst }, 4),
  },
  internal: {
    meaning: "An internal error occurred. No partial changes were stored.",
    action:
      "Try again with the same `Idempotency-Key`. If it keeps happening, contact support and quote the request ID.",
    retry: true,
    example: () => internalError(),
  },
  unavailable: {
    meaning: "The service is temporarily unavailable, for example during a restart.",
    action:
      "Try again after the number of seconds in `Retry-After`, with increasing delays. Retry a POST with the same `Idempotency-Key`.",
    retry: true,
    example: () => unavailable(),
  },
};

/** Returns an example problem document with this code. `instance` is the path of the request. */
export function problemExample(code: ErrorCode, instance = "/api/v1/alerts"): Record<string, unknown> {
  return JSON.parse(String(toProblem(problemGuides[code].example(), `request_${EXAMPLE_SUFFIX}`, instance).body));
}
