import type { InputIssue } from "@/lib/errors";
import { MAX_REDIRECT_URIS } from "@/lib/limits";

/** A redirect URI with its line number. The first line is 1. */
export type RedirectLine = { line: number; uri: string };
export type RedirectFault = { line: number; detail: string };

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Parses redirect URIs from a text with one per line. Empty lines are ignored. */
export function readRedirectLines(text: string): RedirectLine[] {
  return text
    .split("\n")
    .map((uri, index) => ({ line: index + 1, uri: uri.trim() }))
    .filter(({ uri }) => uri !== "");
}

/** Validates redirect URIs in the browser, and returns the invalid lines. The server makes the final check. */
export function findRedirectFaults(lines: readonly RedirectLine[]): RedirectFault[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ line, uri }, index) => {
    const first = seen.get(uri);
    if (first === undefined) seen.set(uri, line);
    const detail =
      faultOf(uri) ??
      (first === undefined ? null : `The same URI as on line ${first}.`) ??
      (index < MAX_REDIRECT_URIS ? null : `At most ${MAX_REDIRECT_URIS} addresses.`);
    return detail ? [{ line, detail }] : [];
  });
}

function faultOf(uri: string): string | null {
  const url = URL.parse(uri);
  if (!url) return "Enter the complete URI, such as https://app.example.com/callback.";
  if (uri.includes("#")) return "Remove the # and everything after it.";
  if (uri.includes("*")) return "Wildcards (*) aren't supported. List each URI.";
  if (url.username || url.password) return "Remove the username and password.";
  if (url.protocol === "http:" && !LOOPBACK.includes(url.hostname)) {
    return "Use https://. http:// is allowed only for loopback addresses, such as http://127.0.0.1.";
  }
  return null;
}

/** Assigns the server's errors to the line numbers of their redirect URIs. */
export function findRefusedLines(issues: readonly InputIssue[], lines: readonly RedirectLine[]): RedirectFault[] {
  return issues.map(({ pointer, detail }) => {
    const index = pointer?.split("/")[2];
    return { line: lines[Number(index ?? 0)]?.line ?? 1, detail };
  });
}
