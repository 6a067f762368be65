import type { Lab } from "./lab";

/** A performance goal: a measured number and its limit. */
export interface Goal {
  /** A description of the measured value, including its reference. */
  what: string;
  /** The measured number, or null if it can't be measured on this machine. */
  measured: number | null;
  limit: number;
  isFloor: boolean;
  unit: string;
}

export type Row = Record<string, string | number | null>;

export interface FigureOutcome {
  goals: Goal[];
  /** The measurements that the goals are based on. */
  rows: Row[];
  /** The number of failed requests of all contestants. If it isn't zero, the figure is invalid. */
  failures: number;
  notes?: string[];
}

/** A figure of the benchmark report. It is measured on demand. */
export interface Figure {
  id: string;
  title: string;
  /** Returns why the figure can't be measured on this machine, or null if it can. */
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

/** Returns whether a goal is met. A missing measurement doesn't meet the goal. */
export function isMet({ measured, limit, isFloor }: Goal): boolean {
  return measured !== null && (isFloor ? measured >= limit : measured <= limit);
}
