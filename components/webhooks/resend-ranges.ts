import { DAY_MS, HOUR_MS } from "@/lib/time";

export const resendRanges = ["1h", "24h", "7d"] as const;
type ResendRange = (typeof resendRanges)[number];

const rangeMs: Record<ResendRange, number> = { "1h": HOUR_MS, "24h": DAY_MS, "7d": 7 * DAY_MS };
const rangeLabels: Record<ResendRange, string> = {
  "1h": "In the last hour",
  "24h": "In the last 24 hours",
  "7d": "In the last 7 days",
};

/** The choices of a time range, for a RadioGroup. */
export const resendRangeOptions: { value: string; label: string }[] = resendRanges.map((value) => ({
  value,
  label: rangeLabels[value],
}));

/** Returns the start of a time range that ends now. */
export const startOfRange = (range: ResendRange) => new Date(Date.now() - rangeMs[range]).toISOString();

/**
 * Repeats a request until it has handled all deliveries, since one request handles a limited number.
 * @param onProgress receives the number handled so far.
 * @returns the number of deliveries.
 */
export async function resendAll(
  since: string,
  onProgress: (done: number) => void,
  send: (since: string) => Promise<{ done: number; next: string | null }>,
): Promise<number> {
  let total = 0;
  for (let from: string | null = since; from !== null; ) {
    const reply: { done: number; next: string | null } = await send(from);
    total += reply.done;
    from = reply.next;
    onProgress(total);
  }
  return total;
}
