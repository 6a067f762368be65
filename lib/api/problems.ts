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
import { EXAMPLE_SUFFIX } from "./example-values";

/** The body of every reply that is not a success (RFC 9457), as the OpenAPI document shows it. */
export const problemSchema = z
  .looseObject({
    type: z.string().meta({ description: "The page that explains this code", format: "uri" }),
    title: z.string().meta({ description: "The code in words; the same for every reply with this code" }),
    status: z.int().meta({ description: "The HTTP status again" }),
    detail: z.string().meta({ description: "What happened this time and what to do next" }),
    instance: z.string().meta({ description: "The path of the request" }),
    code: errorCodeSchema,
    request_id: z
      .string()
      .meta({ description: "The same as the header `X-Request-Id`; quote it when you ask for help" }),
    errors: z
      .array(inputIssueSchema)
      .optional()
      .meta({ description: `What is wrong with the input, one entry per place, at most ${MAX_LISTED_ERRORS}` }),
  })
  .meta({ id: "Problem", description: "A problem document (RFC 9457). Some codes add members of their own." });

export interface ProblemGuide {
  /** When this code is answered. */
  meaning: string;
  /** What the caller does next. */
  action: string;
  /** Whether the same request, sent again later and unchanged, can succeed. */
  retry: boolean;
  /** A failure that is answered with this code. */
  example: () => Failure;
}

/** What the docs say of each code. A code without an entry does not compile. */
export const problemGuides: Record<ErrorCode, ProblemGuide> = {
  invalid_json: {
    meaning: `The body is not one JSON document in UTF-8, repeats a name inside an object, or is nested deeper than ${MAX_JSON_DEPTH} levels.`,
    action:
      "Build the body with a JSON library instead of by hand. The detail names the line and column, or the byte, of the error.",
    retry: false,
    example: () => syntaxError('{"camera_id":"dock-3-east","use_case":"intrusion",}'),
  },
  invalid_cursor: {
    meaning: "The cursor was changed, belongs to another organization, or comes from a list with other filters.",
    action:
      "Send `next_cursor` exactly as you received it and keep the filters. When in doubt, start without a cursor.",
    retry: false,
    example: () => invalidCursor(),
  },
  invalid_request: {
    meaning: "A header of the request cannot be used, for example an `Idempotency-Key` with spaces in it.",
    action: "Correct the header that the detail names.",
    retry: false,
    example: () => invalidIdempotencyKey(),
  },
  request_timeout: {
    meaning: "The headers or the body of the request did not arrive in time.",
    action: "Check the connection, then send the request again. Repeat a POST with the same `Idempotency-Key`.",
    retry: true,
    example: () => requestTimeout(),
  },
  headers_too_large: {
    meaning: "The request has more than 100 headers, or its address and headers have more than 16 KB together.",
    action: "Send fewer headers. Put your own data into `metadata`.",
    retry: false,
    example: () => headersTooLarge(),
  },
  unauthenticated: {
    meaning:
      "No valid credential came with the request. The reply is the same for a missing, mistyped, unknown, expired, disabled and revoked key, so that nobody learns anything by guessing.",
    action:
      "Check that the header reads `Authorization: Bearer sl_key_…` and that the key is active on the API keys page.",
    retry: false,
    example: () => unauthenticated(),
  },
  api_access_disabled: {
    meaning: "The key is fine, but API access of its organization is turned off.",
    action: "Ask an admin to turn API access on. Keys are kept and work again at once.",
    retry: false,
    example: () => apiAccessDisabled(),
  },
  insufficient_scope: {
    meaning: "The key is valid and lacks the scope that this operation needs.",
    action: "Add the scope in `required_scopes` to the key on its page, or make a key that has it.",
    retry: false,
    example: () => insufficientScope("alerts:write", ["alerts:read"]),
  },
  forbidden: {
    meaning: "You are known, and what you ask for is not yours to do.",
    action: "Ask an admin of the organization.",
    retry: false,
    example: () => peopleOnly(),
  },
  two_factor_required: {
    meaning:
      "The organization asks its people for a second factor at the sign-in, and your account has none. Keys and tokens never meet this.",
    action: "Set up two-factor sign-in on your account page.",
    retry: false,
    example: () => twoFactorRequired(),
  },
  not_found: {
    meaning:
      "Nothing is at this path, or the id does not exist for your organization. An id of another organization looks exactly the same.",
    action: "Check the path, the id and which organization the key belongs to.",
    retry: false,
    example: () => notFound(),
  },
  method_not_allowed: {
    meaning: "The path exists and does not answer this method.",
    action: "Use one of the methods in the `Allow` header.",
    retry: false,
    example: () => methodNotAllowed("GET, HEAD, POST, OPTIONS"),
  },
  not_acceptable: {
    meaning: "The `Accept` header leaves no format that this operation can answer in.",
    action: "Send `Accept: application/json`, or leave the header out.",
    retry: false,
    example: () => notAcceptable(["application/json"]),
  },
  invalid_transition: {
    meaning: "The alert cannot move from its present status to the one you asked for.",
    action: "Choose a status from `allowed`. A resolved or dismissed alert has to be opened again first.",
    retry: false,
    example: () => invalidTransition("resolved", "acknowledged"),
  },
  idempotency_in_progress: {
    meaning: "A request with the same `Idempotency-Key` is still being worked on.",
    action: "Wait for the seconds in `Retry-After` and send the same request again: you get the first one's answer.",
    retry: true,
    example: () => idempotencyInProgress(),
  },
  conflict: {
    meaning: "What you send collides with something that is already stored, for example an `external_id` in use.",
    action: "Read what is stored, decide which of the two is right, and send the request again with that.",
    retry: false,
    example: () => externalIdTaken(),
  },
  last_admin: {
    meaning: "The change would leave the organization without an admin.",
    action: "Make somebody else an admin first.",
    retry: false,
    example: () => lastAdmin(),
  },
  limit_reached: {
    meaning: "The organization already has as many of these as it may have.",
    action: "Delete what is no longer needed, or ask the operator for a higher limit.",
    retry: false,
    example: () => tooManyKeys(),
  },
  gone: {
    meaning: `What you name was here once and is not kept any more, such as an event of more than ${EVENT_RETENTION_D} days ago.`,
    action: "Start from what is kept: read the resources anew, then follow the changes from there.",
    retry: false,
    example: () => eventExpired(),
  },
  version_mismatch: {
    meaning: "`If-Match` names a version that is no longer the current one: somebody changed it after you read it.",
    action: "Read it again, look at what changed, and send your change with the new `ETag`.",
    retry: false,
    example: () => versionMismatch("alert", 3),
  },
  payload_too_large: {
    meaning: "The body is larger than this operation takes.",
    action: "Split the work over several requests, and send links to media rather than media.",
    retry: false,
    example: () => bodyTooLarge(MAX_BODY_BYTES, createAlert.many),
  },
  uri_too_long: {
    meaning: "The path and query together are longer than the server reads.",
    action: "Use fewer filter values in one request.",
    retry: false,
    example: () => uriTooLong(),
  },
  unsupported_media_type: {
    meaning: "The body is not declared as JSON, or is compressed.",
    action: "Send the header `Content-Type: application/json` and the body as it is.",
    retry: false,
    example: () => unsupportedMediaType("application/json"),
  },
  validation_failed: {
    meaning:
      "The request was understood and a field or parameter breaks its rule. Unknown names count too, so a typo never vanishes silently.",
    action: "Correct every place listed in `errors`. Nothing was stored.",
    retry: false,
    example: () => invalidInput(alertCreateSchema, { camera_id: "dock-3-east" }),
  },
  unknown_camera: {
    meaning: "No camera of your organization has this id or `external_id`. No alert was stored.",
    action: "Create the camera first, or correct `camera_id`. List cameras shows what exists.",
    retry: false,
    example: () => unknownCamera(),
  },
  idempotency_key_reused: {
    meaning: `This \`Idempotency-Key\` already belongs to a request with another body or path. Keys are remembered for ${IDEMPOTENCY_RETENTION_H} hours.`,
    action: "Use a new key for each new request, and the old key only for repeats of the same one.",
    retry: false,
    example: () => idempotencyKeyReused(),
  },
  rate_limited: {
    meaning: "The key or the organization sent more requests than it may in the running window.",
    action:
      "Wait for the seconds in `Retry-After`, then go on more slowly. `RateLimit` on every reply shows what is left.",
    retry: true,
    example: () => rateLimited({ name: "key", quota: rateLimits().key.burst }, 4),
  },
  internal: {
    meaning: "We made a mistake. Nothing was half done.",
    action:
      "Try again with the same `Idempotency-Key`. If it happens again, send us the request id: it leads us to the cause.",
    retry: true,
    example: () => internalError(),
  },
  unavailable: {
    meaning: "The service cannot answer just now, for example while it restarts.",
    action: "Try again after `Retry-After`, waiting longer each time. Repeat a POST with the same `Idempotency-Key`.",
    retry: true,
    example: () => unavailable(),
  },
};

/** A problem document as a caller could receive it; `instance` is the path of the request. */
export function problemExample(code: ErrorCode, instance = "/api/v1/alerts"): Record<string, unknown> {
  return JSON.parse(String(toProblem(problemGuides[code].example(), `request_${EXAMPLE_SUFFIX}`, instance).body));
}
