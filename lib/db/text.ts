/** Returns a use case as it is stored and compared: trimmed, lowercase, with spaces replaced by `_`. */
export function spellUseCase(text: string): string {
  return text.trim().toLowerCase().replaceAll(" ", "_");
}

/** The syntax of a normalized use case. */
export const USE_CASE = /^[a-z0-9_-]{1,64}$/;

/** The syntax of a use case in requests, before normalization. */
export const SENT_USE_CASE = "^\\s*[A-Za-z0-9_-](?:[A-Za-z0-9_ -]{0,62}[A-Za-z0-9_-])?\\s*$";

/**
 * Returns a pattern for `ilike` that matches any text containing this one. `%`, `_` and the escape character are
 * matched literally.
 */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Converts PostgreSQL's text of a `timestamptz(3)` to RFC 3339 with milliseconds. The connection's time zone must
 * be UTC, so that the offset is `+00`. Slicing text is many times cheaper than creating a `Date`.
 */
export function isoTime(text: string): string {
  const dot = text.indexOf(".");
  const end = text.lastIndexOf("+");
  const seconds = text.slice(0, dot === -1 ? end : dot).replace(" ", "T");
  const fraction = dot === -1 ? "" : text.slice(dot + 1, end);
  return `${seconds}.${fraction.padEnd(3, "0")}Z`;
}

export function isoTimeOrNull(text: string | null): string | null {
  return text === null ? null : isoTime(text);
}
