import { DAY_MS } from "@/lib/time";

/**
 * Stores a value in a cookie, so that the server knows it on the next visit. Without `days`, the cookie lasts for
 * the browser session. Does nothing on insecure origins, where browsers have no cookie store.
 */
export function rememberCookie(name: string, value: string, days?: number): void {
  if (!("cookieStore" in window)) return;
  const expires = days === undefined ? undefined : Date.now() + days * DAY_MS;
  void window.cookieStore.set({ name, value, sameSite: "lax", ...(expires !== undefined && { expires }) });
}
