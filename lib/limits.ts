/** Bytes of a request body, and of a batch's. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Characters of a path with its query. */
export const MAX_URL_LENGTH = 8_192;
export const MAX_BATCH_BODY_BYTES = 2 * 1024 * 1024;
/** Forms of the sign-in. */
export const MAX_FORM_BYTES = 64 * 1024;
/** Alerts or cameras of one batch, heartbeats of one, ids of one batch update. */
export const MAX_BATCH_ROWS = 1_000;
export const MAX_HEARTBEATS = 1_000;
export const MAX_UPDATED_IDS = 250;
/** So many rows of a batch count as one request of the rate limits. */
export const ROWS_PER_REQUEST = 10;
export const MAX_TAGS = 20;
export const MAX_NOTE_LENGTH = 4_000;
export const MAX_JSON_DEPTH = 32;
/** Faults that one problem document lists: a reply must not be many times as large as the body that it refuses. */
export const MAX_LISTED_ERRORS = 25;
export const MAX_PAGE_SIZE = 200;
/** Characters that the search of a list takes. */
export const MAX_SEARCH = 200;
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_ACTIVE_KEYS = 25;
/** Days until a key ends whose creator said nothing else. */
export const DEFAULT_KEY_LIFETIME_D = 365;
export const MAX_APPS = 20;
export const MAX_REDIRECT_URIS = 10;
export const ACCESS_TOKEN_S = 3_600;
export const REFRESH_TOKEN_D = 90;
export const AUTHORIZATION_CODE_S = 60;
/** Hours for which the second use of a code is still seen as one. */
export const OAUTH_CODE_MEMORY_H = 24;
/** Days before its end at which a key's admins are warned, the last one last. */
export const KEY_WARNINGS_D = [30, 7, 1] as const;
export const MAX_MEMBERS = 500;
/** Organizations that one person may be the admin of when they make another. */
export const MAX_OWN_ORGANIZATIONS = 20;
export const INVITATION_D = 7;
/** Days that an invitation is kept after it was accepted or revoked. */
export const INVITATION_MEMORY_D = 30;
/** Invitation mails of one organization in 24 hours, and to one e-mail: nobody is to be bothered by us. */
export const MAX_INVITATION_EMAILS = 1_000;
export const MAX_INVITATION_EMAILS_TO_ONE = 10;
/** Test mails to one person in 24 hours: whoever signs up with somebody else's e-mail must not flood them. */
export const MAX_TEST_EMAILS = 20;
export const PASSWORD_RESET_MIN = 60;
/** Links for one e-mail before the next has to wait. */
export const FREE_RESET_LINKS = 5;
/** Hours in which a new account's email has to be verified, and emails to one address before the next has to wait. */
export const SIGN_UP_LINK_H = 24;
export const FREE_SIGN_UP_EMAILS = 5;
/** Unicode code points of a password: the exact text counts, so nothing is trimmed or normalized. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 1_000;
export const SESSION_D = 30;
/** Open sessions of one person. */
export const MAX_SESSIONS = 100;
export const RECOVERY_CODES = 10;
/** Requests are counted in windows of this many seconds: a minute's worth in six parts is the burst. */
export const RATE_WINDOW_S = 10;
export const IDEMPOTENCY_RETENTION_H = 24;
export const MAX_CLOCK_AHEAD_MS = 5 * 60_000;
/** Days of a camera's status history, and how many of them are read when nobody says. */
export const STATUS_HISTORY_D = 90;
export const DEFAULT_STATUS_HISTORY_D = 7;
export const DEFAULT_UPTIME_D = 30;
/** Days for which the feed can be read and resumed; events of alerts are kept as long as the alert. */
export const EVENT_RETENTION_D = 30;
/** Open event streams of one organization on one instance. */
export const MAX_STREAMS = 200;
/** Exports that one organization runs at once on one instance. */
export const MAX_EXPORTS = 4;
/** Seconds of silence after which a stream sends a comment. */
export const HEARTBEAT_S = 15;
/** Days that alerts are kept: an organization's setting, and its range. */
export const DEFAULT_ALERT_RETENTION_D = 365;
export const MIN_ALERT_RETENTION_D = 30;
export const MAX_ALERT_RETENTION_D = 3_650;
/** Days that the request log and the use of keys are kept. */
export const REQUEST_LOG_RETENTION_D = 30;
export const KEY_USAGE_RETENTION_D = 90;
/** Characters of a refused request's body that the request log keeps. */
export const MAX_LOGGED_BODY = 4_096;
/** The route of a request whose path or method no operation has. */
export const UNKNOWN_ROUTE = "unknown";
/** The longest duration that the request log is filtered by, in milliseconds: an hour. */
export const MAX_FILTERED_MS = 3_600_000;
/** Rows that are read to count requests by what is not counted in advance, such as an address. */
export const MAX_COUNTED_REQUESTS = 300_000;
/** Days that a mail is kept after it was sent or its time has passed. */
export const EMAIL_RETENTION_D = 30;
/**
 * What one address may do in a minute without having signed in. A sign-in costs a slow hash, right or wrong: 120 are an
 * office or a test suite at its busiest, and one twentieth of a core.
 */
export const ADDRESS_PER_MIN = { "sign-ins": 120, "sign-ups": 60, "password reset requests": 60 } as const;
/** Hours after which failed sign-ins are forgotten, so that nobody is locked out for ever. */
export const SIGN_IN_MEMORY_H = 24;
/** Wrong guesses of a secret that are free; whoever comes next waits, twice as long each time up to the longest. */
export const FREE_ATTEMPTS = 10;
export const FIRST_BLOCK_S = 30;
export const LONGEST_BLOCK_S = 3_600;
/** Of one series of numbers: buckets times groups, and the years that it may span. */
export const MAX_SERIES_COUNTS = 20_000;
export const MAX_SERIES_YEARS = 100;
export const DEFAULT_ANALYTICS_D = 30;
/** Use cases and cameras that a summary names, those with the most false positives. */
export const MAX_SUMMARY_GROUPS = 10;

/** The limits that callers may know, as `GET /me` and the examples of the docs show them. */
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
