import type { BadgeTone } from "@/components/ui/badge";
import type { ApiKey } from "@/lib/keys/schema";

export type KeyHealth = { label: string; tone: BadgeTone; detail?: string; needsAttention: boolean };

/** With fewer requests than this in a week, the share of errors isn't meaningful. */
const ENOUGH_REQUESTS = 20;
const OFTEN_RATE_LIMITED = 0.01;
const OFTEN_REJECTED = 0.05;
const RECENT_DAYS = 7;

const percentFormat = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/**
 * Returns the state of a key, as a label with a color. The first matching rule applies, worst first. With API
 * access off, no key works.
 */
export function keyHealth(key: ApiKey, apiAccess = true): KeyHealth {
  const quiet = { needsAttention: false };
  if (!apiAccess && isWorking(key)) return { ...quiet, label: "Off", tone: "neutral", detail: "No API access" };
  if (key.state === "revoked") return { ...quiet, label: "Revoked", tone: "neutral" };
  if (key.state === "expired") {
    if (key.replaced_by) return { ...quiet, label: "Replaced", tone: "neutral" };
    return { label: "Expired", tone: "danger", detail: "Requests refused", needsAttention: true };
  }
  if (key.state === "disabled") return { ...quiet, label: "Disabled", tone: "neutral", detail: "Requests refused" };
  if (key.state === "rotating")
    return { ...quiet, label: "Being replaced", tone: "notice", detail: "Until it expires" };
  if (key.state === "expiring")
    return { label: "Expires soon", tone: "warning", detail: "Rotate it before then", needsAttention: true };
  const recent = key.usage.slice(-RECENT_DAYS);
  const sum = (outcome: "rate_limited" | "denied" | "invalid") =>
    recent.reduce((total, day) => total + day[outcome], 0);
  const total = key.requests_7d;
  const limited = sum("rate_limited") / total;
  const rejected = (sum("denied") + sum("invalid")) / total;
  if (total >= ENOUGH_REQUESTS && limited >= OFTEN_RATE_LIMITED) {
    return {
      label: "Rate limited",
      tone: "warning",
      detail: `${percentFormat.format(limited)} over the limit`,
      needsAttention: true,
    };
  }
  if (total >= ENOUGH_REQUESTS && rejected >= OFTEN_REJECTED) {
    return {
      label: "Often rejected",
      tone: "warning",
      detail: `${percentFormat.format(rejected)} refused`,
      needsAttention: true,
    };
  }
  if (isUnused(key)) return { label: "Unused", tone: "neutral", detail: "For 30 days", needsAttention: true };
  return { ...quiet, label: "OK", tone: "success" };
}

/** Returns whether a key is inactive: revoked, replaced, or expired long ago. */
export function isEnded(key: ApiKey): boolean {
  if (key.state === "revoked") return true;
  return key.state === "expired" && (key.replaced_by !== null || isBeforeUsage(key.expires_at, key));
}

/** Returns whether requests with the key succeed now. */
export function isWorking(key: ApiKey): boolean {
  return key.state === "active" || key.state === "expiring" || key.state === "rotating";
}

/** Returns whether the key works now or could be enabled again. */
export function canBeUsed(key: ApiKey): boolean {
  return key.state !== "revoked" && key.state !== "expired";
}

export function isRotatable(key: ApiKey): boolean {
  return key.state === "active" || key.state === "expiring";
}

/** Returns whether a key counts toward the organization's limit. */
export function countsTowardLimit(key: ApiKey): boolean {
  return (isWorking(key) || key.state === "disabled") && key.replaced_by === null;
}

export function totalRequests(key: ApiKey): number {
  return key.usage.reduce((sum, day) => sum + countDayRequests(day), 0);
}

export function countDayRequests(day: ApiKey["usage"][number]): number {
  return day.ok + day.rate_limited + day.denied + day.invalid + day.failed;
}

function isUnused(key: ApiKey): boolean {
  return totalRequests(key) === 0 && isBeforeUsage(key.created_at, key) && isBeforeUsage(key.last_used_at, key);
}

// Compare with the server's days, so that server and browser render the same.
function isBeforeUsage(time: string | null, key: ApiKey): boolean {
  const firstDay = key.usage[0]?.day;
  return time === null || (firstDay !== undefined && time.slice(0, firstDay.length) < firstDay);
}
