import { chosenOf } from "@/components/forms/form-values";

export const expiries = ["7", "30", "90", "365", "date", "never"] as const;
export type Expiry = (typeof expiries)[number];
/** The choices for the expiry. `keep` leaves the current expiry unchanged. */
export type ExpiryChoice = Expiry | "keep";

/** The expiry fields of a form, as text. */
export type ExpiryFields = {
  expiry: string;
  /** A date as `YYYY-MM-DD` in the reader's time zone. */
  date: string;
};

export const expiryLabels: Record<ExpiryChoice, string> = {
  keep: "Unchanged",
  "7": "In 7 days",
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In 365 days",
  date: "On a date…",
  never: "Never",
};

const DAY_MS = 86_400_000;

/**
 * Returns when a key with this choice expires. Null means never, or that no date is chosen. `now` is in
 * milliseconds since the epoch.
 */
export function expiryTime(expiry: Expiry, date: string, now: number): Date | null {
  if (expiry === "never") return null;
  if (expiry !== "date") return new Date(now + Number(expiry) * DAY_MS);
  const end = new Date(`${date}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** Returns today in the reader's time zone, formatted for a date input. */
export function toLocalDate(now: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns the choice in the expiry field, or 365 days if its text isn't a choice. */
export const readExpiry = (text: string): ExpiryChoice => chosenOf(["keep", ...expiries], text, "365");
