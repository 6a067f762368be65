import { hasBrand } from "./brand";

/** All error codes with their HTTP status and title. Replies, the OpenAPI document and the docs use this table. */
export const errorCodes = {
  invalid_json: { status: 400, title: "The body is not valid JSON" },
  invalid_cursor: { status: 400, title: "The cursor isn't valid for this list" },
  invalid_request: { status: 400, title: "The request is malformed" },
  unauthenticated: { status: 401, title: "Authentication is required" },
  api_access_disabled: { status: 403, title: "API access is turned off" },
  insufficient_scope: { status: 403, title: "The credential lacks a scope" },
  forbidden: { status: 403, title: "You aren't allowed to do this" },
  two_factor_required: { status: 403, title: "Two-factor sign-in is required" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  not_acceptable: { status: 406, title: "The requested format isn't available" },
  request_timeout: { status: 408, title: "The request took too long to arrive" },
  invalid_transition: { status: 409, title: "The status can't change this way" },
  idempotency_in_progress: { status: 409, title: "The same request is still running" },
  conflict: { status: 409, title: "The request conflicts with existing data" },
  last_admin: { status: 409, title: "The organization needs an admin" },
  limit_reached: { status: 409, title: "The organization's limit is reached" },
  gone: { status: 410, title: "The object is no longer stored" },
  version_mismatch: { status: 412, title: "The object was changed since you read it" },
  payload_too_large: { status: 413, title: "The body is too large" },
  uri_too_long: { status: 414, title: "The URL is too long" },
  unsupported_media_type: { status: 415, title: "The body's type isn't supported" },
  validation_failed: { status: 422, title: "The request is invalid" },
  unknown_camera: { status: 422, title: "Unknown camera" },
  idempotency_key_reused: { status: 422, title: "The idempotency key was used for another request" },
  headers_too_large: { status: 431, title: "The headers are too large" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "An internal error occurred" },
  unavailable: { status: 503, title: "The service is unavailable" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCodes;

/**
 * One invalid part of the input. It is located by a JSON pointer into the body (RFC 6901) or by a parameter's
 * name.
 */
export interface InputIssue {
  pointer?: string;
  parameter?: string;
  code: string;
  detail: string;
}

interface FailureOptions {
  /** The problems in the input, one entry per location. */
  errors?: InputIssue[];
  /** Additional fields of the problem document, such as `allowed` for an invalid transition. */
  extra?: Record<string, unknown>;
  /** Additional reply headers, such as `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

const failure = Symbol.for("sightline.failure");

/** The error class that all features throw: an error code, and a message that says how to fix the problem. */
export class Failure extends Error {
  readonly [failure] = true;
  readonly code: ErrorCode;
  readonly errors: InputIssue[] | undefined;
  readonly extra: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, detail: string, options: FailureOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Failure";
    this.code = code;
    this.errors = options.errors;
    this.extra = options.extra;
    this.headers = options.headers;
  }
}

/** Returns whether a thrown or returned value is a `Failure`. */
export const isFailure = (value: unknown): value is Failure => hasBrand(value, failure);
