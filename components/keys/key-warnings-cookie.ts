import { rememberCookie } from "@/components/ui/remember-cookie";
import { KEY_WARNINGS_D } from "@/lib/limits";

/** The warnings that were put away in this session of the browser. A cookie, so that the server leaves them out. */
export const KEY_WARNINGS_COOKIE = "sightline.key-warnings";

const MAX_KEPT = 30;
const ID_CHARACTERS = 12;

/** One warning of a key: that of 7 days comes although that of 30 was put away. */
export function warningToken({ id, days }: { id: string; days: number }): string {
  return `${id.slice(-ID_CHARACTERS)}.${Math.min(...KEY_WARNINGS_D.filter((warning) => warning >= days))}`;
}

export function parseWarnings(cookie: string | undefined): string[] {
  return cookie?.split("_").filter(Boolean) ?? [];
}

/** Where the cookie cannot be kept, a warning is back when the page is loaded anew. */
export function rememberWarnings(warnings: readonly string[]): void {
  rememberCookie(KEY_WARNINGS_COOKIE, warnings.slice(-MAX_KEPT).join("_"));
}
