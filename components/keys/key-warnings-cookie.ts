import { rememberCookie } from "@/components/ui/remember-cookie";
import { KEY_WARNINGS_D } from "@/lib/limits";

/** The cookie with the warnings dismissed in this browser session. The server reads it, so that it can omit them. */
export const KEY_WARNINGS_COOKIE = "sightline.key-warnings";

const MAX_KEPT = 30;
const ID_CHARACTERS = 12;

/**
 * Returns a token for the current warning of a key. Each warning has its own token, so dismissing the 30-day
 * warning doesn't hide the 7-day warning.
 */
export function warningToken({ id, days }: { id: string; days: number }): string {
  return `${id.slice(-ID_CHARACTERS)}.${Math.min(...KEY_WARNINGS_D.filter((warning) => warning >= days))}`;
}

export function parseWarnings(cookie: string | undefined): string[] {
  return cookie?.split("_").filter(Boolean) ?? [];
}

/** Stores the dismissed warnings in a cookie. Without cookies, a warning reappears after a reload. */
export function rememberWarnings(warnings: readonly string[]): void {
  rememberCookie(KEY_WARNINGS_COOKIE, warnings.slice(-MAX_KEPT).join("_"));
}
