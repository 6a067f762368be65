const ANY_ORIGIN = "https://site.invalid";

/**
 * Where to go after signing in: a path of this very site, or null. Everything that a browser would read as another
 * host is rejected, `//host`, `/\host` and tabs between the slashes included (the URL standard drops those).
 */
export function safeCallback(value: string | string[] | undefined): string | null {
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return null;
  const url = URL.parse(value, ANY_ORIGIN);
  // Dots are resolved by now: `/..//host` has become `//host`.
  if (url?.origin !== ANY_ORIGIN || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The page that a path of a request shows: Next marks what it fetches for a link with a parameter of its own. */
export function withoutRscParameter(path: string): string {
  return path.replace(/([?&])_rsc=[^&]*(?:&|$)/, "$1").replace(/[?&]$/, "");
}

/**
 * The address of another page on the way in, which then leads to where this one would have led.
 * @param email what its form starts with
 */
export function withCallback(path: string, callback: string | null, email = ""): string {
  const query = [
    ...(callback === null ? [] : [`callback=${encodeURIComponent(callback)}`]),
    ...(email === "" ? [] : [`email=${encodeURIComponent(email)}`]),
  ];
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}

/** Whether somebody without an account may still want to get there: others' organizations would not open to them. */
export function isForNewcomers(callback: string | null): boolean {
  return callback?.startsWith("/oauth/authorize?") ?? false;
}
