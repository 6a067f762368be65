import type { IncomingMessage } from "node:http";
import { env } from "@/lib/env";
import type { ApiRequest } from "@/lib/http/reply/reply";

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^#]*)/i;
/** One host and perhaps a port: no list, no path, no user (RFC 9110 §7.2). */
const HOST = /^[^\s,/?#@\\]*$/;

/**
 * Turns a target in absolute form into origin form when it names this server (RFC 9112 §3.2.2). Others stay as they are
 * and match no route: this server is not a proxy.
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

/** Whether a request names its host exactly once, which HTTP/1.1 asks of every request (RFC 9112 §3.2). */
export function hasOneHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined ? httpVersion === "1.0" : HOST.test(headers.host);
}

/**
 * Whether a path is the API's or Next's. next-auth and the health checks are Next's. Every other path below `/api`, in
 * any spelling, is the API's, and so is a target that is no path. The API answers unknown paths with 404.
 */
export function isApi(path: string, rootPaths: object): boolean {
  const decoded = decode(path);
  if (!path.startsWith("/") || decoded === null || Object.hasOwn(rootPaths, path)) return true;
  const canonical = decoded.replaceAll("\\", "/").toLowerCase();
  if (canonical.startsWith("/api/auth/") || canonical.startsWith("/api/health/")) return path !== canonical;
  // Next would answer `<page>.rsc` with 200 whether the page exists or not; its own client never asks for it.
  return /^\/(?:\/|(?:api|v1)(?:\/|$))/.test(canonical) || canonical.endsWith(".rsc");
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Path and query of a request, whether its URL is absolute (Web, RFC 9112 §3.2.2) or from the root (Node). */
export function requestTarget({ url }: Pick<ApiRequest, "url">): string {
  if (url.startsWith("/")) return url;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start === -1 ? "/" : url.slice(start);
}

export function requestPath(request: Pick<ApiRequest, "url">): string {
  return requestTarget(request).split("?", 1)[0] ?? "/";
}

/** What stands behind the question mark. */
export function requestQueryString(request: Pick<ApiRequest, "url">): string {
  const target = requestTarget(request);
  const start = target.indexOf("?");
  return start === -1 ? "" : target.slice(start + 1);
}
