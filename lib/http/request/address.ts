import { env } from "@/lib/env";
import type { ApiRequest } from "@/lib/http/reply/reply";

/**
 * Returns the client's IP address, or null if it is unknown. Behind proxies, it is the entry of `X-Forwarded-For`
 * that the outermost of `TRUSTED_PROXY_HOPS` proxies wrote. Entries further left come from the client and aren't
 * trusted.
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
 * Returns whether a page of this site sent the request. It checks the `Origin` header, which pages can't forge. It
 * accepts the configured origin, and the request's own host if the client addressed it directly.
 */
export function isSameOrigin(request: ApiRequest): boolean {
  const origin = request.headers.get("origin");
  if (!origin || origin === "null") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  return origin === env().BASE_URL || (URL.canParse(origin) && new URL(origin).host === request.headers.get("host"));
}
