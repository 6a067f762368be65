/** The one spelling in which use cases are stored and compared: trimmed, lower case, spaces as `_`. */
export function spellUseCase(text: string): string {
  return text.trim().toLowerCase().replaceAll(" ", "_");
}

/** What a use case looks like once it is spelled. */
export const USE_CASE = /^[a-z0-9_-]{1,64}$/;

/** What may be sent for it: the same before it is spelled that way. */
export const SENT_USE_CASE = "^\\s*[A-Za-z0-9_-](?:[A-Za-z0-9_ -]{0,62}[A-Za-z0-9_-])?\\s*$";

/** A pattern for `ilike` that finds the text literally: `%`, `_` and the escape itself lose their meaning. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * PostgreSQL's text of a `timestamptz(3)` as RFC 3339 with milliseconds. The connection's zone is UTC, so the offset
 * always reads `+00`; cutting text is many times cheaper than a `Date` per column.
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
