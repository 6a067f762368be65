import { env } from "@/lib/env";
import type { Failure } from "@/lib/errors";
import { RATE_WINDOW_S, ROWS_PER_REQUEST } from "@/lib/limits";
import { rateLimited } from "./failures";
import { rateWindows } from "./shared";
import type { Count, Counter } from "./windows";

/** Returns the limits of a credential and of a whole organization: requests per minute, and per window (`burst`). */
export function rateLimits() {
  const perWindow = (perMinute: number) => Math.floor((perMinute * RATE_WINDOW_S) / 60);
  const { RATE_LIMIT_KEY: key, RATE_LIMIT_ORGANIZATION: organization } = env();
  return {
    key: { perMinute: key, burst: perWindow(key) },
    organization: { perMinute: organization, burst: perWindow(organization) },
  };
}

/** The caller that requests are counted for: a credential or person, in one organization. */
export interface Counted {
  actor: { kind: string; id: string };
  organizationId: string;
}

interface Policy extends Counter {
  name: "key" | "person" | "organization" | "address";
}

/** Adds requests to the current window of each policy. */
const addToWindows = (policies: readonly Policy[], requests: number): Promise<Count[]> | Count[] =>
  rateWindows(RATE_WINDOW_S)(policies, requests);

/**
 * Returns the limits that a request counts toward: those of its credential and organization. For an anonymous
 * request, it is the limit of its IP address.
 */
function policiesOf(caller: Counted | null, ip: string | null): Policy[] {
  const { key, organization } = rateLimits();
  if (!caller) return [{ name: "address", subject: `address:${ip ?? "unknown"}`, quota: organization.burst }];
  const { actor, organizationId } = caller;
  return [
    { name: actor.kind === "user" ? "person" : "key", subject: `key:${actor.id}:${organizationId}`, quota: key.burst },
    { name: "organization", subject: `organization:${organizationId}`, quota: organization.burst },
  ];
}

export interface RateVerdict {
  /** The `RateLimit-Policy` and `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers), which every reply has. */
  headers: Record<string, string>;
  /** The failure if the request exceeds a limit, otherwise null. */
  refusal: Failure | null;
}

/**
 * Counts a request toward the limits of its credential and organization. An anonymous request counts toward the
 * limit of its IP address.
 * @returns the headers, and a failure if a limit is exceeded.
 */
export async function countRequest(caller: Counted | null, ip: string | null): Promise<RateVerdict> {
  const policies = policiesOf(caller, ip);
  return verdictOf(policies, await addToWindows(policies, 1));
}

/**
 * Removes a request from the count of its IP address. A request whose credential is in the body counts toward its
 * IP address until the credential proves valid.
 */
export async function uncountRequest(ip: string | null): Promise<void> {
  await addToWindows(policiesOf(null, ip), -1);
}

/**
 * Counts the rows of a batch, where ten rows are one request. The batch's own request is already counted as the
 * first. A batch counts at most a full window, so that it isn't rejected forever if a limit is lower.
 */
export async function countRows(caller: Counted | null, ip: string | null, rows: number): Promise<RateVerdict> {
  const policies = policiesOf(caller, ip);
  const most = Math.min(...policies.map(({ quota }) => quota)) - 1;
  const more = Math.min(Math.ceil(rows / ROWS_PER_REQUEST) - 1, most);
  return verdictOf(policies, await addToWindows(policies, Math.max(0, more)));
}

function verdictOf(policies: Policy[], counts: Count[]): RateVerdict {
  let limits = "";
  let state = "";
  let blocked: Policy | undefined;
  let wait = 0;
  for (const [index, policy] of policies.entries()) {
    const { fits = false, remaining = 0, resetMs = 0 } = counts[index] ?? {};
    const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
    const comma = index === 0 ? "" : ", ";
    limits += `${comma}"${policy.name}";q=${policy.quota};w=${RATE_WINDOW_S}`;
    state += `${comma}"${policy.name}";r=${remaining};t=${seconds}`;
    if (fits) continue;
    blocked ??= policy;
    wait = Math.max(wait, seconds);
  }
  const headers = { "RateLimit-Policy": limits, RateLimit: state };
  if (!blocked) return { headers, refusal: null };
  return { headers, refusal: rateLimited(blocked, wait) };
}

/** Returns how many requests a caller has left in the current window. It doesn't count as a request. */
export async function remainingRequests(caller: Counted): Promise<{ key: number; organization: number }> {
  const policies = policiesOf(caller, null);
  const [key, organization] = await addToWindows(policies, 0);
  return { key: key?.remaining ?? 0, organization: organization?.remaining ?? 0 };
}
