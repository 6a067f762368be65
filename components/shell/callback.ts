const ANY_ORIGIN = "https://site.invalid";

/**
 * Returns the path to open after sign-in, or null if it isn't on this site. Rejects everything that a browser
 * would read as another host: `//host`, `/\host`, and tabs between the slashes, which the URL standard removes.
 */
export function safeCallback(value: string | string[] | undefined): string | null {
  if (typeof value !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return null;
  const url = URL.parse(value, ANY_ORIGIN);
  // Dot segments are resolved here: `/..//host` is now `//host`.
  if (url?.origin !== ANY_ORIGIN || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the path of a request without the parameter that Next adds for prefetching. */
export function withoutRscParameter(path: string): string {
  return path.replace(/([?&])_rsc=[^&]*(?:&|$)/, "$1").replace(/[?&]$/, "");
}

/**
 * Returns the URL of a sign-in page that later opens `callback`.
 * @param email prefills the form of that page.
 */
export function withCallback(path: string, callback: string | null, email = ""): string {
  const query = [
    ...(callback === null ? [] : [`callback=${encodeURIComponent(callback)}`]),
    ...(email === "" ? [] : [`email=${encodeURIComponent(email)}`]),
  ];
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}

/** Returns whether a new account could open `callback` after sign-up. It couldn't open existing organizations. */
export function isForNewcomers(callback: string | null): boolean {
  return callback?.startsWith("/oauth/authorize?") ?? false;
}
