import { env } from "@/lib/env";
import type { ApiRequest } from "@/lib/http/reply/reply";

/**
 * The caller's address: the peer, or the entry of `X-Forwarded-For` that the outermost of `TRUSTED_PROXY_HOPS`
 * proxies wrote. What lies further left was written by the caller and is believed nowhere.
 */
export function clientAddress(request: Pick<ApiRequest, "headers" | "peer">): string | null {
  const forwarded =
    request.headers
      .get("x-forwarded-for")
      ?.split(",")
      .map((part) => part.trim()) ?? [];
  const chain = request.peer === undefined ? forwarded : [...forwarded, request.peer];
  return chain[Math.max(0, chain.length - 1 - env().TRUSTED_PROXY_HOPS)]?.slice(0, 64) || null;
}

/**
 * Whether a request comes from a page of this site (the browser sets `Origin`, a page cannot forge it).
 * Accepts the configured origin, and the host that the request names when it was asked for directly.
 */
export function isSameOrigin(request: ApiRequest): boolean {
  const origin = request.headers.get("origin");
  if (!origin || origin === "null") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  return origin === env().BASE_URL || (URL.canParse(origin) && new URL(origin).host === request.headers.get("host"));
}
