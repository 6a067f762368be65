import type { IncomingMessage } from "node:http";
import { env } from "@/lib/env";
import type { ApiRequest } from "@/lib/http/reply/reply";

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^#]*)/i;
/** Matches a single host with an optional port, without a list, path or user (RFC 9110 §7.2). */
const HOST = /^[^\s,/?#@\\]*$/;

/**
 * Converts a request target in absolute form to origin form if it names this server (RFC 9112 §3.2.2). A target
 * that names another server stays unchanged and matches no route, because this server isn't a proxy.
 */
export function toOriginForm(request: IncomingMessage): void {
  const [, authority = "", target = ""] = ABSOLUTE_FORM.exec(request.url ?? "") ?? [];
  if (!authority || !ownAuthorities(request).includes(authority.toLowerCase())) return;
  request.url = target.startsWith("/") ? target : `/${target}`;
  request.headers.host = authority;
}

function ownAuthorities({ socket }: IncomingMessage): string[] {
  const { localAddress = "", localPort = 0 } = socket;
  const address = localAddress.replace(/^::ffff:/, "");
  const host = address.includes(":") ? `[${address}]` : address;
  const direct = [host, "localhost"].flatMap((name) =>
    localPort === 80 ? [name, `${name}:80`] : `${name}:${localPort}`,
  );
  return [new URL(env().BASE_URL).host, ...direct];
}

/** Returns whether a request has exactly one valid `Host` header, as HTTP/1.1 requires (RFC 9112 §3.2). */
export function hasOneHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined ? httpVersion === "1.0" : HOST.test(headers.host);
}

/**
 * Returns whether a path belongs to the API instead of Next. next-auth and the health checks belong to Next. All
 * other paths below `/api`, in any spelling, and malformed targets belong to the API, which returns 404 for
 * unknown paths.
 */
export function isApi(path: string, rootPaths: object): boolean {
  const decoded = decode(path);
  if (!path.startsWith("/") || decoded === null || Object.hasOwn(rootPaths, path)) return true;
  const canonical = decoded.replaceAll("\\", "/").toLowerCase();
  if (canonical.startsWith("/api/auth/") || canonical.startsWith("/api/health/")) return path !== canonical;
  // Next would return 200 for `<page>.rsc` even if the page doesn't exist. Next's own client never requests such a
  // path.
  return /^\/(?:\/|(?:api|v1)(?:\/|$))/.test(canonical) || canonical.endsWith(".rsc");
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Returns the path and query of a request. Its URL may be absolute (Web, RFC 9112 §3.2.2) or relative to the root
 * (Node).
 */
export function requestTarget({ url }: Pick<ApiRequest, "url">): string {
  if (url.startsWith("/")) return url;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start === -1 ? "/" : url.slice(start);
}

export function requestPath(request: Pick<ApiRequest, "url">): string {
  return requestTarget(request).split("?", 1)[0] ?? "/";
}

/** Returns the query string of a request without the question mark. It is empty if there is no query. */
export function requestQueryString(request: Pick<ApiRequest, "url">): string {
  const target = requestTarget(request);
  const start = target.indexOf("?");
  return start === -1 ? "" : target.slice(start + 1);
}
