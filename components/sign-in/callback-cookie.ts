import { rememberCookie } from "@/components/ui/remember-cookie";

/** The page that the browser wanted before it asked for an emailed link. The link doesn't hold it. */
export const CALLBACK_COOKIE = "sightline.reset-callback";

const DAY_MIN = 24 * 60;

/** Keeps it as long as the link works, and forgets the one before. Where it cannot be kept, the way leads home. */
export function rememberCallback(callback: string | null, minutes: number): void {
  rememberCookie(CALLBACK_COOKIE, encodeURIComponent(callback ?? ""), minutes / DAY_MIN);
}
