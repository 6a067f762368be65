/** Maximum size of a request body in bytes. Batches have `MAX_BATCH_BODY_BYTES`. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Maximum number of characters in a path with its query. */
export const MAX_URL_LENGTH = 8_192;
export const MAX_BATCH_BODY_BYTES = 2 * 1024 * 1024;
/** Maximum size in bytes of the body of a sign-in form. */
export const MAX_FORM_BYTES = 64 * 1024;
/** Maximum number of rows: alerts or cameras per batch, heartbeats per batch, and IDs per batch update. */
export const MAX_BATCH_ROWS = 1_000;
export const MAX_HEARTBEATS = 1_000;
export const MAX_UPDATED_IDS = 250;
/** The number of batch rows that count as one request. */
export const ROWS_PER_REQUEST = 10;
export const MAX_TAGS = 20;
export const MAX_NOTE_LENGTH = 4_000;
export const MAX_JSON_DEPTH = 32;
/** Maximum number of issues in a problem document, so that a reply isn't many times larger than the rejected body. */
export const MAX_LISTED_ERRORS = 25;
export const MAX_PAGE_SIZE = 200;
/** Maximum number of characters in a search of a list. */
export const MAX_SEARCH = 200;
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_ACTIVE_KEYS = 25;
/** The default lifetime of a key, in days. */
export const DEFAULT_KEY_LIFETIME_D = 365;
export const MAX_APPS = 20;
export const MAX_WEBHOOKS = 50;
/** Maximum number of characters of a webhook's URL. */
export const MAX_WEBHOOK_URL = 2_048;
/** The maximum number of additional headers of a webhook's requests. */
export const MAX_WEBHOOK_HEADERS = 20;
/** The maximum number of characters of a webhook's template as JSON. */
export const MAX_TEMPLATE = 16_384;
/** Hours for which deliveries are also signed with the previous secret. */
export const ROTATED_SECRET_H = 24;
/** Days of failures after which a webhook is disabled. */
export const FAILING_WEBHOOK_D = 5;
/** Hours of failures after which admins get an email. Another one follows when the webhook is disabled. */
export const WEBHOOK_NOTICES_H = [1, (FAILING_WEBHOOK_D * 24) / 2] as const;
/** Days for which deliveries and their attempts are kept. */
export const DELIVERY_RETENTION_D = 30;
/** A webhook's pending deliveries are counted up to this number, so that reading a webhook stays cheap. */
export const MAX_COUNTED_DELIVERIES = 10_000;
/** Maximum number of deliveries that one request makes due again. */
export const MAX_RESENT_DELIVERIES = 50_000;
export const MAX_REDIRECT_URIS = 10;
export const ACCESS_TOKEN_S = 3_600;
export const REFRESH_TOKEN_D = 90;
export const AUTHORIZATION_CODE_S = 60;
/** Hours for which the reuse of an authorization code is still detected. */
export const OAUTH_CODE_MEMORY_H = 24;
/** Days before a key's expiry on which admins are warned about it, in descending order. */
export const KEY_WARNINGS_D = [30, 7, 1] as const;
export const MAX_MEMBERS = 500;
/** A person who administers this many organizations can't create another. */
export const MAX_OWN_ORGANIZATIONS = 20;
export const INVITATION_D = 7;
/** Days for which an invitation is kept after it was accepted or revoked. */
export const INVITATION_MEMORY_D = 30;
/** Maximum number of invitation emails in 24 hours per organization, and per recipient. This prevents harassment. */
export const MAX_INVITATION_EMAILS = 1_000;
export const MAX_INVITATION_EMAILS_TO_ONE = 10;
/**
 * Maximum number of test emails per person in 24 hours, so that they can't flood an email address that isn't the
 * person's.
 */
export const MAX_TEST_EMAILS = 20;
export const PASSWORD_RESET_MIN = 60;
/** The number of password reset links per email before further requests are blocked. */
export const FREE_RESET_LINKS = 5;
/**
 * Hours for which a sign-up link is valid, and the number of sign-up emails to one address before further ones are
 * blocked.
 */
export const SIGN_UP_LINK_H = 24;
export const FREE_SIGN_UP_EMAILS = 5;
/** The minimum and maximum length of a password in Unicode code points. Passwords aren't trimmed or normalized. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 1_000;
export const SESSION_D = 30;
/** Maximum number of open sessions per person. */
export const MAX_SESSIONS = 100;
export const RECOVERY_CODES = 10;
/** Length of a rate limit window in seconds. A window allows a sixth of the limit per minute. */
export const RATE_WINDOW_S = 10;
export const IDEMPOTENCY_RETENTION_H = 24;
export const MAX_CLOCK_AHEAD_MS = 5 * 60_000;
/** Days for which a camera's status history is kept, and the days that are read by default. */
export const STATUS_HISTORY_D = 90;
export const DEFAULT_STATUS_HISTORY_D = 7;
export const DEFAULT_UPTIME_D = 30;
/** Days for which events can be read from the feed. Events of alerts are stored as long as the alert. */
export const EVENT_RETENTION_D = 30;
/** Maximum number of open event streams per organization on one instance. */
export const MAX_STREAMS = 200;
/** Maximum number of concurrent exports per organization on one instance. */
export const MAX_EXPORTS = 4;
/** An event stream without events sends a comment after this many seconds. */
export const HEARTBEAT_S = 15;
/** Days for which alerts are kept: the default, minimum and maximum of an organization's setting. */
export const DEFAULT_ALERT_RETENTION_D = 365;
export const MIN_ALERT_RETENTION_D = 30;
export const MAX_ALERT_RETENTION_D = 3_650;
/** Days for which the request log and the usage of keys are kept. */
export const REQUEST_LOG_RETENTION_D = 30;
export const KEY_USAGE_RETENTION_D = 90;
/** Maximum number of characters of a rejected request's body that the request log stores. */
export const MAX_LOGGED_BODY = 4_096;
/** The route under which requests to an unknown path or method are logged. */
export const UNKNOWN_ROUTE = "unknown";
/** The longest duration that the request log can be filtered by: an hour, in milliseconds. */
export const MAX_FILTERED_MS = 3_600_000;
/** Maximum number of rows read to count requests by values without an index, such as an IP address. */
export const MAX_COUNTED_REQUESTS = 300_000;
/** Days for which an email is kept after it was sent or has expired. */
export const EMAIL_RETENTION_D = 30;
/**
 * Maximum number of requests per minute from one IP address without sign-in. Each sign-in costs a slow password
 * hash. 120 sign-ins are enough for a busy office or a test suite, and use a twentieth of one core.
 */
export const ADDRESS_PER_MIN = { "sign-ins": 120, "sign-ups": 60, "password reset requests": 60 } as const;
/** Hours after which failed sign-ins are forgotten, so that a block is never permanent. */
export const SIGN_IN_MEMORY_H = 24;
/** Wrong guesses of a secret before the first block. Each further wrong guess doubles the block, up to the maximum. */
export const FREE_ATTEMPTS = 10;
export const FIRST_BLOCK_S = 30;
export const LONGEST_BLOCK_S = 3_600;
/** Limits of a time series: the number of buckets × groups, and the years that its period may cover. */
export const MAX_SERIES_COUNTS = 20_000;
export const MAX_SERIES_YEARS = 100;
export const DEFAULT_ANALYTICS_D = 30;
/** Maximum number of use cases and of cameras in a summary, sorted by false positives. */
export const MAX_SUMMARY_GROUPS = 10;

/** The limits that callers can see in `GET /me` and in the docs. */
export const publishedLimits = {
  body_bytes: MAX_BODY_BYTES,
  batch_body_bytes: MAX_BATCH_BODY_BYTES,
  json_depth: MAX_JSON_DEPTH,
  page_size: MAX_PAGE_SIZE,
  batch_rows: MAX_BATCH_ROWS,
  batch_heartbeats: MAX_HEARTBEATS,
  batch_update_ids: MAX_UPDATED_IDS,
  rows_per_request: ROWS_PER_REQUEST,
  note_characters: MAX_NOTE_LENGTH,
  active_keys: MAX_ACTIVE_KEYS,
  members: MAX_MEMBERS,
  oauth_apps: MAX_APPS,
  redirect_uris: MAX_REDIRECT_URIS,
  authorization_code_s: AUTHORIZATION_CODE_S,
  access_token_s: ACCESS_TOKEN_S,
  refresh_token_days: REFRESH_TOKEN_D,
  idempotency_retention_hours: IDEMPOTENCY_RETENTION_H,
  exports: MAX_EXPORTS,
  event_retention_days: EVENT_RETENTION_D,
  camera_history_days: STATUS_HISTORY_D,
  request_log_days: REQUEST_LOG_RETENTION_D,
  clock_ahead_s: MAX_CLOCK_AHEAD_MS / 1_000,
};
