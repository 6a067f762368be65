const ANY_ORIGIN = "https://site.invalid";

/**
 * Where to go after signing in: a path of this very site, or null. Everything that a browser would read as another
 * host is refused, `//host`, `/\host` and tabs between the slashes included (the URL standard drops those).
 */
export function safeCallback(value: string | string[] | undefined): string | null {
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return null;
  const url = URL.parse(value, ANY_ORIGIN);
  // Dots are resolved by now: `/..//host` has become `//host`.
  if (url?.origin !== ANY_ORIGIN || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The address of another page on the way in, which then leads to where this one would have led. */
export function withCallback(path: string, callback: string | null): string {
  return callback === null ? path : `${path}?callback=${encodeURIComponent(callback)}`;
}

/** Whether somebody without an account may still want to get there: others' organizations would not open to them. */
export function isForNewcomers(callback: string | null): boolean {
  return callback?.startsWith("/oauth/authorize?") ?? false;
}
