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
