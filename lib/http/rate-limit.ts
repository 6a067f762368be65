import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Caller } from "@/lib/auth/context";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { RATE_WINDOW_S } from "@/lib/limits";
import { once } from "@/lib/once";

/** Requests per minute and per window, for one credential and for the whole organization (contract §7). */
export function rateLimits() {
  const perWindow = (perMinute: number) => Math.floor((perMinute * RATE_WINDOW_S) / 60);
  const { RATE_LIMIT_KEY: key, RATE_LIMIT_ORGANIZATION: organization } = env();
  return {
    key: { perMinute: key, burst: perWindow(key) },
    organization: { perMinute: organization, burst: perWindow(organization) },
  };
}

type Policy = "key" | "organization" | "address";

const limiters = () =>
  once("rate-limiters", () => {
    const limits = rateLimits();
    const make = (keyPrefix: Policy, points: number) =>
      new RateLimiterMemory({ keyPrefix, points, duration: RATE_WINDOW_S });
    return {
      key: make("key", limits.key.burst),
      organization: make("organization", limits.organization.burst),
      address: make("address", limits.organization.burst),
    };
  });

async function take(policy: Policy, subject: string, requests: number) {
  const limiter = limiters()[policy];
  try {
    return { policy, quota: limiter.points, allowed: true, state: await limiter.consume(subject, requests) };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { policy, quota: limiter.points, allowed: false, state: error };
    throw error;
  }
}

export interface RateVerdict {
  /** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers); they go on every reply. */
  headers: Record<string, string>;
  /** Set when the request is over a limit. */
  refusal: Failure | null;
}

/**
 * Counts a request against its credential and its organization, or against its address when nobody is known.
 * @param requests how many it counts as: a batch is more than one.
 */
export async function countRequest(caller: Caller | null, ip: string | null, requests = 1): Promise<RateVerdict> {
  const takes = caller
    ? [
        await take("key", `${caller.actor.id}/${caller.organizationId}`, requests),
        await take("organization", caller.organizationId, requests),
      ]
    : [await take("address", ip ?? "unknown", requests)];
  const seconds = (state: RateLimiterRes) => Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  const headers = {
    "RateLimit-Policy": takes.map((t) => `"${t.policy}";q=${t.quota};w=${RATE_WINDOW_S}`).join(", "),
    RateLimit: takes.map((t) => `"${t.policy}";r=${t.state.remainingPoints};t=${seconds(t.state)}`).join(", "),
  };
  const blocked = takes.filter((t) => !t.allowed);
  if (blocked.length === 0) return { headers, refusal: null };
  const wait = Math.max(...blocked.map((t) => seconds(t.state)));
  const detail = `Wait ${wait} s: this ${blocked[0]?.policy} may send ${blocked[0]?.quota} requests in ${RATE_WINDOW_S} s.`;
  return { headers, refusal: new Failure("rate_limited", detail, { headers: { "Retry-After": String(wait) } }) };
}

/** What is left for a caller in the running window, without counting anything. */
export async function remainingRequests(caller: Caller): Promise<{ key: number; organization: number }> {
  const { key, organization } = limiters();
  const [ofKey, ofOrganization] = await Promise.all([
    key.get(`${caller.actor.id}/${caller.organizationId}`),
    organization.get(caller.organizationId),
  ]);
  return {
    key: ofKey?.remainingPoints ?? key.points,
    organization: ofOrganization?.remainingPoints ?? organization.points,
  };
}
