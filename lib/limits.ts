/** Maximum size of a request body, and of a batch's, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Maximum characters of a path with its query. */
export const MAX_URL_LENGTH = 8_192;
export const MAX_BATCH_BODY_BYTES = 2 * 1024 * 1024;
/** Maximum body size of sign-in forms. */
export const MAX_FORM_BYTES = 64 * 1024;
/** Maximum rows: alerts or cameras per batch, heartbeats per batch, IDs per batch update. */
export const MAX_BATCH_ROWS = 1_000;
export const MAX_HEARTBEATS = 1_000;
export const MAX_UPDATED_IDS = 250;
/** Rows of a batch that count as one request. */
export const ROWS_PER_REQUEST = 10;
export const MAX_TAGS = 20;
export const MAX_NOTE_LENGTH = 4_000;
export const MAX_JSON_DEPTH = 32;
/** Maximum issues in a problem document, so that a reply isn't many times larger than the rejected body. */
export const MAX_LISTED_ERRORS = 25;
export const MAX_PAGE_SIZE = 200;
/** Maximum characters of a list's search. */
export const MAX_SEARCH = 200;
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_ACTIVE_KEYS = 25;
/** Default lifetime of a key in days. */
export const DEFAULT_KEY_LIFETIME_D = 365;
export const MAX_APPS = 20;
export const MAX_REDIRECT_URIS = 10;
export const ACCESS_TOKEN_S = 3_600;
export const REFRESH_TOKEN_D = 90;
export const AUTHORIZATION_CODE_S = 60;
/** Hours during which a second use of a code is still detected. */
export const OAUTH_CODE_MEMORY_H = 24;
/** Days before its expiry at which admins are warned about a key, in descending order. */
export const KEY_WARNINGS_D = [30, 7, 1] as const;
export const MAX_MEMBERS = 500;
/** Maximum organizations that one person can administer when creating another. */
export const MAX_OWN_ORGANIZATIONS = 20;
export const INVITATION_D = 7;
/** Days that an invitation is kept after it was accepted or revoked. */
export const INVITATION_MEMORY_D = 30;
/** Maximum invitation emails per organization in 24 hours, and per recipient, to prevent harassment. */
export const MAX_INVITATION_EMAILS = 1_000;
export const MAX_INVITATION_EMAILS_TO_ONE = 10;
/** Maximum test emails per person in 24 hours, so that a sign-up with someone else's email can't flood them. */
export const MAX_TEST_EMAILS = 20;
export const PASSWORD_RESET_MIN = 60;
/** Links per email before the next request is blocked. */
export const FREE_RESET_LINKS = 5;
/** Hours to verify a new account's email, and emails to one address before the next is blocked. */
export const SIGN_UP_LINK_H = 24;
export const FREE_SIGN_UP_EMAILS = 5;
/** Length of a password in Unicode code points. Passwords aren't trimmed or normalized. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 1_000;
export const SESSION_D = 30;
/** Maximum open sessions per person. */
export const MAX_SESSIONS = 100;
export const RECOVERY_CODES = 10;
/** Length of a rate limit window in seconds. The burst is a sixth of the minute's limit. */
export const RATE_WINDOW_S = 10;
export const IDEMPOTENCY_RETENTION_H = 24;
export const MAX_CLOCK_AHEAD_MS = 5 * 60_000;
/** Days of a camera's status history, and how many of them are read by default. */
export const STATUS_HISTORY_D = 90;
export const DEFAULT_STATUS_HISTORY_D = 7;
export const DEFAULT_UPTIME_D = 30;
/** Days for which the feed can be read and resumed. Events of alerts are kept as long as the alert. */
export const EVENT_RETENTION_D = 30;
/** Maximum open event streams per organization and instance. */
export const MAX_STREAMS = 200;
/** Maximum concurrent exports per organization and instance. */
export const MAX_EXPORTS = 4;
/** Seconds without events after which a stream sends a comment. */
export const HEARTBEAT_S = 15;
/** Days that alerts are kept: the default and range of an organization's setting. */
export const DEFAULT_ALERT_RETENTION_D = 365;
export const MIN_ALERT_RETENTION_D = 30;
export const MAX_ALERT_RETENTION_D = 3_650;
/** Days that the request log and key usage are kept. */
export const REQUEST_LOG_RETENTION_D = 30;
export const KEY_USAGE_RETENTION_D = 90;
/** Maximum characters of a rejected request's body in the request log. */
export const MAX_LOGGED_BODY = 4_096;
/** The route of requests whose path or method has no operation. */
export const UNKNOWN_ROUTE = "unknown";
/** The longest duration that the request log can be filtered by, in milliseconds: an hour. */
export const MAX_FILTERED_MS = 3_600_000;
/** Maximum rows read to count requests by unindexed values, such as an IP address. */
export const MAX_COUNTED_REQUESTS = 300_000;
/** Days that an email is kept after it was sent or expired. */
export const EMAIL_RETENTION_D = 30;
/**
 * Requests per minute from an IP address without sign-in. Each sign-in costs a slow hash, right or wrong: 120 are a
 * busy office or test suite, and one twentieth of a core.
 */
export const ADDRESS_PER_MIN = { "sign-ins": 120, "sign-ups": 60, "password reset requests": 60 } as const;
/** Hours after which failed sign-ins are forgotten, so that no one is locked out forever. */
export const SIGN_IN_MEMORY_H = 24;
/** Free wrong guesses of a secret. Each further one is blocked for twice as long, up to the maximum. */
export const FREE_ATTEMPTS = 10;
export const FIRST_BLOCK_S = 30;
export const LONGEST_BLOCK_S = 3_600;
/** Limits of a time series: buckets × groups, and the years of its period. */
export const MAX_SERIES_COUNTS = 20_000;
export const MAX_SERIES_YEARS = 100;
export const DEFAULT_ANALYTICS_D = 30;
/** Maximum use cases and cameras in a summary, sorted by false positives. */
export const MAX_SUMMARY_GROUPS = 10;

/** The limits shown to callers in `GET /me` and in the docs. */
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
