export const expiries = ["7", "30", "90", "365", "date", "never"] as const;
export type Expiry = (typeof expiries)[number];

export const expiryLabels: Record<Expiry, string> = {
  "7": "In 7 days",
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In 365 days",
  date: "On a date…",
  never: "Never",
};

const DAY_MS = 86_400_000;

/** When a key of this choice expires; null for never, and for a date that is not chosen yet. `now` in milliseconds. */
export function expiryTime(expiry: Expiry, date: string, now: number): Date | null {
  if (expiry === "never") return null;
  if (expiry !== "date") return new Date(now + Number(expiry) * DAY_MS);
  const end = new Date(`${date}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end;
}
