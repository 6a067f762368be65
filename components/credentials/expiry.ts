import { chosenOf } from "@/components/forms/form-values";

export const expiries = ["7", "30", "90", "365", "date", "never"] as const;
export type Expiry = (typeof expiries)[number];
/** What a form says of the expiry; `keep` where there is one already. */
export type ExpiryChoice = Expiry | "keep";

/** What the fields of a form say of the expiry. */
export type ExpiryFields = {
  expiry: string;
  /** `YYYY-MM-DD` in the reader's zone. */
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

/** When a key of this choice expires; null for never, and for a date that is not chosen yet. `now` in milliseconds. */
export function expiryTime(expiry: Expiry, date: string, now: number): Date | null {
  if (expiry === "never") return null;
  if (expiry !== "date") return new Date(now + Number(expiry) * DAY_MS);
  const end = new Date(`${date}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** Today in the reader's zone, as a date input takes it. */
export function toLocalDate(now: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** What the field of the choice says. */
export const readExpiry = (text: string): ExpiryChoice => chosenOf(["keep", ...expiries], text, "365");
