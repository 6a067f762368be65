import { appendFileSync } from "node:fs";
import type { Alert, AlertList } from "@/lib/alerts/schema";
import { type Answer, isCallFailure, type Partner } from "./simulate-partner";

/** The counts and results of a simulation. */
export interface Tally {
  sent: number;
  stored: Set<string>;
  counted: number;
  retried: number;
  triaged: number;
  heartbeats: number;
  /** Errors of calls that weren't retried further, with their counts. */
  failures: Map<string, number>;
  latenciesMs: number[];
}

export function createTally(): Tally {
  return {
    sent: 0,
    stored: new Set(),
    counted: 0,
    retried: 0,
    triaged: 0,
    heartbeats: 0,
    failures: new Map(),
    latenciesMs: [],
  };
}

/** Records a confirmed detection. Call it before sending the next one. */
export function recordAnswer(tally: Tally, { body, ms }: Answer<Alert>, acknowledgedLog: string | null): void {
  if (acknowledgedLog !== null) appendFileSync(acknowledgedLog, `${body.id}\n`);
  if (body.deduplicated) tally.counted += 1;
  else tally.stored.add(body.id);
  tally.latenciesMs.push(ms);
}

export function recordFailure(tally: Tally, error: unknown): void {
  const reason = isCallFailure(error) ? `${error.code}: ${error.message}` : String(error);
  tally.failures.set(reason, (tally.failures.get(reason) ?? 0) + 1);
}

/** Returns the percentile by nearest rank. `share` is from 0 to 1. Returns 0 for an empty list. */
export function latencyPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Returns the text to show next to the progress bar. */
export function formatTally(tally: Tally): string {
  const failed = [...tally.failures.values()].reduce((sum, count) => sum + count, 0);
  return `stored ${tally.stored.size}, counted ${tally.counted}, retried ${tally.retried}${failed > 0 ? `, failed ${failed}` : ""}`;
}

/** Returns the number of detections that weren't confirmed, for any reason. */
export function countUnconfirmed({ sent, stored, counted }: Tally): number {
  return sent - stored.size - counted;
}

/**
 * Reads all alerts created since a time, and compares them with the confirmed ones.
 * @returns the IDs of confirmed alerts that are missing.
 */
export async function findLost(partner: Partner, tally: Tally, since: Date): Promise<string[]> {
  const missing = new Set(tally.stored);
  for (let cursor = ""; missing.size > 0; ) {
    const query = `created_after=${since.toISOString()}&sort=created_at&limit=200${cursor}`;
    const { body } = await partner.get<AlertList>(`/alerts?${query}`);
    for (const { id } of body.data) missing.delete(id);
    if (body.next_cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  return [...missing];
}

/** Returns the lines of the summary that is printed at the end. */
export function summaryLines(tally: Tally, lost: readonly string[] | null): string[] {
  const { sent, stored, counted, retried, triaged, heartbeats, latenciesMs, failures } = tally;
  const ms = (share: number) => `${latencyPercentile(latenciesMs, share).toFixed(1)} ms`;
  const lines = [
    `  Sent       ${sent}`,
    `  Stored     ${stored.size}`,
    `  Counted    ${counted}  on an alert that was open already`,
    `  Retried    ${retried}`,
    `  Failed     ${countUnconfirmed(tally)}`,
    `  Latency    p50 ${ms(0.5)}, p95 ${ms(0.95)}`,
    `  Also       ${heartbeats} heartbeats, ${triaged} changes of status`,
  ];
  if (lost !== null) lines.push(`  Read back  ${stored.size - lost.length} of ${stored.size} stored alerts`);
  for (const [reason, count] of failures) lines.push(`  ${count} × ${reason}`);
  for (const id of lost?.slice(0, 5) ?? []) lines.push(`  lost ${id}`);
  return lines;
}
