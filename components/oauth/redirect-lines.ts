import type { InputIssue } from "@/lib/errors";
import { MAX_REDIRECT_URIS } from "@/lib/limits";

/** An address of the list with the line that it stands on, counted from 1. */
export type RedirectLine = { line: number; uri: string };
export type RedirectFault = { line: number; detail: string };

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The addresses that were typed, one to a line; empty lines are none. */
export function readRedirectLines(text: string): RedirectLine[] {
  return text
    .split("\n")
    .map((uri, index) => ({ line: index + 1, uri: uri.trim() }))
    .filter(({ uri }) => uri !== "");
}

/** What is wrong with the addresses, as far as the browser can tell; the server has the last word. */
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

/** What the server said of the addresses, with the lines that they stand on. */
export function findRefusedLines(issues: readonly InputIssue[], lines: readonly RedirectLine[]): RedirectFault[] {
  return issues.map(({ pointer, detail }) => {
    const index = pointer?.split("/")[2];
    return { line: lines[Number(index ?? 0)]?.line ?? 1, detail };
  });
}
