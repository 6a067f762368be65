"use client";
import { createContext, useContext } from "react";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import type { AlertUpdate } from "@/lib/alerts/schema";
import type { AlertStatus, Role } from "@/lib/values";
import type { AlertListFilter } from "./alert-search";
import type { AlertLine, AlertListPage } from "./queries";

/** Who looks at which organization's alerts. */
export interface Viewer {
  organization: string;
  id: string;
  name: string;
  role: Role;
}

/** What a change is called: "Resolving", "Resolved". */
export interface TransitionLabels {
  doing: string;
  done: string;
}

/** All alerts that match the filter of the list, also those that aren't loaded. */
export interface MatchingAlerts {
  search: AlertListFilter;
  /** The search as the API took it, its moving time range fixed. */
  query: AlertListPage["query"];
  /** How many they are; null when they are too many to be counted. */
  total: number | null;
  /** Later ones are not among them. */
  chosenAt: string;
}

/** The status that alerts shall have, or that somebody else shall have them. */
export type Decision = AlertStatus | "assignee";

export interface Triage {
  viewer: Viewer;
  /** Whether the role may change alerts; the server decides again. */
  canWrite: boolean;
  /** Changes that are on their way, by alert; rows show them at once. */
  pending: ReadonlyMap<string, AlertUpdate>;
  progress: { doing: string; finished: number; total: number | null } | null;
  /**
   * What a reader decides about alerts. A dismissal asks for the reason first, an assignment for the person; no outcomes
   * when the reader thinks better of it.
   */
  decide: (alerts: readonly AlertLine[], wanted: Decision, comment?: string) => Promise<readonly AlertChangeOutcome[]>;
  change: (
    alerts: readonly AlertLine[],
    change: AlertUpdate,
    words: TransitionLabels,
  ) => Promise<readonly AlertChangeOutcome[]>;
  /**
   * The same about all that match, once the reader has seen how many they are.
   * @returns whether something was changed.
   */
  decideEverything: (matching: MatchingAlerts, wanted: Decision, comment?: string) => Promise<boolean>;
  /** Takes the last change back. */
  undo: () => void;
}

/** The question that a change waits for, or the answer that the reader has to see. */
export type TriageDialogState =
  | { kind: "dismiss"; alerts: readonly AlertLine[]; comment: string | undefined; answer: Answer }
  | { kind: "assign"; alerts: readonly AlertLine[]; comment: string | undefined; answer: Answer }
  | {
      kind: "everything";
      matching: MatchingAlerts;
      wanted: Decision;
      run: (change: AlertUpdate | null, words: TransitionLabels) => void;
    }
  | { kind: "conflict"; outcome: AlertChangeOutcome & { kind: "conflict" }; words: TransitionLabels }
  | { kind: "results"; outcomes: readonly AlertChangeOutcome[]; words: TransitionLabels; undo: (() => void) | null };

type Answer = (outcomes: Promise<readonly AlertChangeOutcome[]> | readonly AlertChangeOutcome[]) => void;

export const TriageContext = createContext<Triage | null>(null);

export function useTriage(): Triage {
  const triage = useContext(TriageContext);
  if (!triage) throw new Error("Alert components must be rendered inside TriageProvider.");
  return triage;
}
