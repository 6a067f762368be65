import { rememberCookie } from "@/components/ui/remember-cookie";

/** Where the browser that asked for an emailed link wanted to go: the link itself does not tell. */
export const CALLBACK_COOKIE = "sightline.reset-callback";

const DAY_MIN = 24 * 60;

/** Keeps it as long as the link works, and forgets the one before. Where it cannot be kept, the way leads home. */
export function rememberCallback(callback: string | null, minutes: number): void {
  rememberCookie(CALLBACK_COOKIE, encodeURIComponent(callback ?? ""), minutes / DAY_MIN);
}
