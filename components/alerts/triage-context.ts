"use client";
import { createContext, useContext } from "react";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import type { AlertUpdate } from "@/lib/alerts/schema";
import type { AlertStatus, Role } from "@/lib/values";
import type { AlertListFilter } from "./alert-search";
import type { AlertLine, AlertListPage } from "./queries";

/** The signed-in member and their organization's slug. */
export interface Viewer {
  organization: string;
  id: string;
  name: string;
  role: Role;
}

/** The texts for a change in progress and after it, such as "Resolving" and "Resolved". */
export interface TransitionLabels {
  doing: string;
  done: string;
}

/** All alerts that match the list's filter, including those that aren't loaded. */
export interface MatchingAlerts {
  search: AlertListFilter;
  /** The search as sent to the API, with relative times resolved. */
  query: AlertListPage["query"];
  /** The number of matches, or null if there are too many to count. */
  total: number | null;
  /** When the reader selected all matches. Alerts created later aren't included. */
  chosenAt: string;
}

/** What to do with alerts: set this status, or change the assignee. */
export type Decision = AlertStatus | "assignee";

export interface Triage {
  viewer: Viewer;
  /** Whether the member's role may change alerts. The server also checks this. */
  canWrite: boolean;
  /** Changes that are being saved, by alert ID. Rows show them immediately. */
  pending: ReadonlyMap<string, AlertUpdate>;
  progress: { doing: string; finished: number; total: number | null } | null;
  /**
   * Applies a decision to alerts. Dismissing first asks for a reason, and assigning asks for the assignee.
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

/** The open triage dialog: a question before a change, or the result of a change. */
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
