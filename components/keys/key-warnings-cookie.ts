import { rememberCookie } from "@/components/ui/remember-cookie";
import { KEY_WARNINGS_D } from "@/lib/limits";

/** Warnings dismissed in this browser session. A cookie, so that the server omits them. */
export const KEY_WARNINGS_COOKIE = "sightline.key-warnings";

const MAX_KEPT = 30;
const ID_CHARACTERS = 12;

/** Identifies one warning of a key: the 7-day warning appears even if the 30-day warning was dismissed. */
export function warningToken({ id, days }: { id: string; days: number }): string {
  return `${id.slice(-ID_CHARACTERS)}.${Math.min(...KEY_WARNINGS_D.filter((warning) => warning >= days))}`;
}

export function parseWarnings(cookie: string | undefined): string[] {
  return cookie?.split("_").filter(Boolean) ?? [];
}

/** Without cookies, a warning reappears after a reload. */
export function rememberWarnings(warnings: readonly string[]): void {
  rememberCookie(KEY_WARNINGS_COOKIE, warnings.slice(-MAX_KEPT).join("_"));
}
