"use client";
import { createContext, useContext } from "react";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import type { AlertUpdate } from "@/lib/alerts/schema";
import type { AlertStatus, Role } from "@/lib/values";
import type { AlertLine } from "./queries";

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

export interface Triage {
  viewer: Viewer;
  /** Whether the role may change alerts; the server decides again. */
  canWrite: boolean;
  /** Changes that are on their way, by alert; rows show them at once. */
  pending: ReadonlyMap<string, AlertUpdate>;
  progress: { doing: string; finished: number; total: number } | null;
  move: (alerts: readonly AlertLine[], to: AlertStatus, comment?: string) => Promise<readonly AlertChangeOutcome[]>;
  change: (
    alerts: readonly AlertLine[],
    change: AlertUpdate,
    words: TransitionLabels,
  ) => Promise<readonly AlertChangeOutcome[]>;
  /** Asks for disposition and reason first; no outcomes when the reader thinks better of it. */
  dismiss: (alerts: readonly AlertLine[], comment?: string) => Promise<readonly AlertChangeOutcome[]>;
  /** Asks for the person first. */
  assign: (alerts: readonly AlertLine[], comment?: string) => Promise<readonly AlertChangeOutcome[]>;
  /** Takes the last change back. */
  undo: () => void;
}

/** The question that a change waits for, or the answer that the reader has to see. */
export type TriageDialogState =
  | { kind: "dismiss"; alerts: readonly AlertLine[]; comment: string | undefined; answer: Answer }
  | { kind: "assign"; alerts: readonly AlertLine[]; comment: string | undefined; answer: Answer }
  | { kind: "conflict"; outcome: AlertChangeOutcome & { kind: "conflict" }; words: TransitionLabels }
  | { kind: "results"; outcomes: readonly AlertChangeOutcome[]; words: TransitionLabels; undo: (() => void) | null };

type Answer = (outcomes: Promise<readonly AlertChangeOutcome[]> | readonly AlertChangeOutcome[]) => void;

export const TriageContext = createContext<Triage | null>(null);

export function useTriage(): Triage {
  const triage = useContext(TriageContext);
  if (!triage) throw new Error("The alerts' parts must stand inside TriageProvider.");
  return triage;
}
