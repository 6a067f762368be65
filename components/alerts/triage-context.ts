"use client";
import { createContext, useContext } from "react";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import type { AlertUpdate } from "@/lib/alerts/schema";
import type { AlertStatus, Role } from "@/lib/values";
import type { AlertListFilter } from "./alert-search";
import type { AlertLine, AlertListPage } from "./queries";

/** The viewer and the organization. */
export interface Viewer {
  organization: string;
  id: string;
  name: string;
  role: Role;
}

/** The labels of a change, such as "Resolving" and "Resolved". */
export interface TransitionLabels {
  doing: string;
  done: string;
}

/** All alerts that match the list's filter, including those that aren't loaded. */
export interface MatchingAlerts {
  search: AlertListFilter;
  /** The search as sent to the API, with resolved times. */
  query: AlertListPage["query"];
  /** The number of matches, or null if there are too many to count. */
  total: number | null;
  /** Alerts created later aren't included. */
  chosenAt: string;
}

/** The status to set, or that the assignee should change. */
export type Decision = AlertStatus | "assignee";

export interface Triage {
  viewer: Viewer;
  /** Whether the role may change alerts. The server checks it again. */
  canWrite: boolean;
  /** Pending changes by alert, which rows show immediately. */
  pending: ReadonlyMap<string, AlertUpdate>;
  progress: { doing: string; finished: number; total: number | null } | null;
  /**
   * Applies a decision to alerts. Dismissing asks for a reason, and assigning for a person.
   * @returns the outcomes, or none if the reader cancels.
   */
  decide: (alerts: readonly AlertLine[], wanted: Decision, comment?: string) => Promise<readonly AlertChangeOutcome[]>;
  change: (
    alerts: readonly AlertLine[],
    change: AlertUpdate,
    words: TransitionLabels,
  ) => Promise<readonly AlertChangeOutcome[]>;
  /**
   * Applies a decision to all matching alerts, after showing their number.
   * @returns whether any alert was changed.
   */
  decideEverything: (matching: MatchingAlerts, wanted: Decision, comment?: string) => Promise<boolean>;
  /** Undoes the last change. */
  undo: () => void;
}

/** The open dialog: a question before a change, or its result. */
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
