import { DAY_MS } from "@/lib/time";

/**
 * Stores a value in a cookie, so that the server knows it on the next visit. Without `days`, it lasts for the browser
 * session. On insecure origins, browsers have no cookie store, and the value is ignored.
 */
export function rememberCookie(name: string, value: string, days?: number): void {
  if (!("cookieStore" in window)) return;
  const expires = days === undefined ? undefined : Date.now() + days * DAY_MS;
  void window.cookieStore.set({ name, value, sameSite: "lax", ...(expires !== undefined && { expires }) });
}
