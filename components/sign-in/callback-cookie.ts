import { rememberCookie } from "@/components/ui/remember-cookie";

/** The page to open after following an emailed link, which doesn't contain it. */
export const CALLBACK_COOKIE = "sightline.reset-callback";

const DAY_MIN = 24 * 60;

/** Stored as long as the link is valid. Without cookies, the home page opens instead. */
export function rememberCallback(callback: string | null, minutes: number): void {
  rememberCookie(CALLBACK_COOKIE, encodeURIComponent(callback ?? ""), minutes / DAY_MIN);
}
