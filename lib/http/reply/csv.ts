/**
 * Matches text that spreadsheets interpret as a formula because of its first character (OWASP, CSV injection). The
 * characters include full-width forms.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

export type CsvCell = string | number | null | undefined;

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** Formats a CSV cell (RFC 4180 §2). Text that could be interpreted as a formula is prefixed with an apostrophe. */
function csvCell(value: CsvCell): string {
  if (typeof value !== "string") return value == null ? "" : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Returns the headers of a file download named `<organization>-<what>-<time>.<extension>`. */
export function fileHeaders(organization: string, what: string, extension: string): Record<string, string> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return {
    "Content-Disposition": `attachment; filename="${organization}-${what}-${time}Z.${extension}"`,
    Vary: "Authorization, Cookie, Accept",
  };
}
