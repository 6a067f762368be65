import { sql } from "drizzle-orm";
import type { OrganizationId } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import type { OutboundFault } from "@/lib/outbound/faults";
import { HOUR_MS } from "@/lib/time";

/** The number of duration classes per doubling. A class differs from its durations by up to 9 %. */
const PER_DOUBLING = 4;

interface StoredAttempt {
  webhook_id: string;
  started_at: string;
  duration_ms: number;
  fault: OutboundFault | null;
  state: string;
}

/** Returns the class of a duration, at least 1. Each class is about 19 % longer than the one before. */
export const durationClass = (ms: number) => Math.round(PER_DOUBLING * Math.log2(Math.max(1, ms))) + 1;

/** Returns the duration in milliseconds that a class stands for. */
export const msOfDurationClass = (value: number) => Math.round(2 ** ((value - 1) / PER_DOUBLING));

/**
 * Adds attempts to the counts of their hours. The caller holds the webhooks' row locks, so that concurrent processes
 * don't wait for each other's counts in different orders.
 */
export async function countAttempts(
  tx: Transaction,
  organizationId: OrganizationId,
  attempts: readonly StoredAttempt[],
): Promise<void> {
  const rows = attempts
    .filter(({ state }) => state !== "canceled")
    .map(({ webhook_id, started_at, duration_ms, fault, state }) => ({
      webhook_id,
      hour: new Date(Math.floor(Date.parse(started_at) / HOUR_MS) * HOUR_MS).toISOString(),
      succeeded: state === "delivered",
      // A refused connection ends within a millisecond, which says nothing about how fast the receiver is.
      duration_class: fault === null || fault === "timeout" ? durationClass(duration_ms) : 0,
    }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into webhook_attempt_counts as c (organization_id, webhook_id, hour, succeeded, duration_class, count)
    select ${organizationId}, r.webhook_id, r.hour, r.succeeded, r.duration_class, count(*)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      webhook_id uuid, hour timestamptz, succeeded boolean, duration_class smallint)
    group by r.webhook_id, r.hour, r.succeeded, r.duration_class
    on conflict (organization_id, webhook_id, hour, succeeded, duration_class) do update
      set count = c.count + excluded.count`);
}
