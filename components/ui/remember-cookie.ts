import { DAY_MS } from "@/lib/time";

/**
 * Keeps something in a cookie, so that the server knows it at the next visit. Without `days` it lasts as long as the
 * browser's session. Browsers lend the cookie store to secure origins only; elsewhere it is forgotten, and nothing breaks.
 */
export function rememberCookie(name: string, value: string, days?: number): void {
  if (!("cookieStore" in window)) return;
  const expires = days === undefined ? undefined : Date.now() + days * DAY_MS;
  void window.cookieStore.set({ name, value, sameSite: "lax", ...(expires !== undefined && { expires }) });
}
