import type { Lab } from "./lab";

/** A number and its limit. */
export interface Goal {
  /** The measured value, with its reference. */
  what: string;
  /** Null if it can't be measured here. */
  measured: number | null;
  limit: number;
  isFloor: boolean;
  unit: string;
}

export type Row = Record<string, string | number | null>;

export interface FigureOutcome {
  goals: Goal[];
  /** The numbers behind the goals. */
  rows: Row[];
  /** Failed requests of any contestant. If there are any, the figure is invalid. */
  failures: number;
  notes?: string[];
}

/** A figure of the table, measured on demand. */
export interface Figure {
  id: string;
  title: string;
  /** The reason, if it can't be measured on this machine. */
  skip?(): string | null;
  run(lab: Lab): Promise<FigureOutcome>;
}

export const atLeast = (limit: number, unit: string, what: string, measured: number | null): Goal => ({
  what,
  measured,
  limit,
  isFloor: true,
  unit,
});
export const atMost = (limit: number, unit: string, what: string, measured: number | null): Goal => ({
  what,
  measured,
  limit,
  isFloor: false,
  unit,
});

/** Returns whether a goal is met. Missing numbers never meet a goal. */
export function isMet({ measured, limit, isFloor }: Goal): boolean {
  return measured !== null && (isFloor ? measured >= limit : measured <= limit);
}
