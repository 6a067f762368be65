import type { Lab } from "./lab";

/** One number of the table against its limit. */
export interface Goal {
  /** What is measured, with what it is compared to. */
  what: string;
  /** Null when it could not be measured here. */
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
  /** Requests of any contestant that did not succeed: more than none, and the figure says nothing. */
  failures: number;
  notes?: string[];
}

/** A figure of the table: one measurement, made when it is asked for. */
export interface Figure {
  id: string;
  title: string;
  /** A line when it cannot be measured on this machine. */
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

/** Whether a goal is met; a number that is missing or none never is. */
export function isMet({ measured, limit, isFloor }: Goal): boolean {
  return measured !== null && (isFloor ? measured >= limit : measured <= limit);
}
