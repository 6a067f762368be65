import { rememberCookie } from "@/components/ui/remember-cookie";

/** The cookie with the page to open after an emailed link was followed. The link doesn't contain this page. */
export const CALLBACK_COOKIE = "sightline.reset-callback";

const DAY_MIN = 24 * 60;

/** Stores the page to open for as long as the emailed link is valid. Without cookies, the home page opens instead. */
export function rememberCallback(callback: string | null, minutes: number): void {
  rememberCookie(CALLBACK_COOKIE, encodeURIComponent(callback ?? ""), minutes / DAY_MIN);
}
