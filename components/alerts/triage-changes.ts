import type { QueryClient } from "@tanstack/react-query";
import type { Dispatch, SetStateAction } from "react";
import { refreshAlertsAfterChange } from "@/components/alerts/alert-cache";
import { canTransition, transitionLabels } from "@/components/alerts/labels";
import { type AlertChangeOutcome, type AlertChangeTask, runChanges, undoSteps } from "@/components/alerts/run-changes";
import type {
  Decision,
  MatchingAlerts,
  TransitionLabels,
  Triage,
  TriageDialogState,
  Viewer,
} from "@/components/alerts/triage-context";
import {
  notifyAlreadyDone,
  notifyDone,
  notifyEverythingDone,
  notifyFailed,
  notifyInvalidTransition,
  notifyReadOnly,
  notifyStopped,
} from "@/components/alerts/triage-notices";
import type { AlertUpdate } from "@/lib/alerts/schema";
import type { AlertListFilter } from "./alert-search";
import { changeEverything, movableStatuses } from "./change-everything";
import type { AlertLine } from "./queries";

type Done = AlertChangeOutcome & { kind: "done" };

/** The state and callbacks of the page that triage needs. */
export interface TriageDependencies {
  client: QueryClient;
  viewer: Viewer;
  filter: AlertListFilter | undefined;
  canWrite: boolean;
  pending: Triage["pending"];
  setPending: Dispatch<SetStateAction<Triage["pending"]>>;
  setProgress: (progress: Triage["progress"]) => void;
  ask: (question: TriageDialogState) => void;
  rememberUndo: (undo: (() => void) | null) => void;
}

const nothing: readonly AlertChangeOutcome[] = [];
let lastNotice = 0;

/**
 * Applies one change to the alerts that allow it and have no pending change. Shows a notice if the reader's role
 * can't change alerts, or if no alert allows the status.
 * @returns the outcomes, or none if nothing was sent
 */
export async function triageAlerts(
  desk: TriageDependencies,
  alerts: readonly AlertLine[],
  change: AlertUpdate,
  words: TransitionLabels,
): Promise<readonly AlertChangeOutcome[]> {
  if (!desk.canWrite) notifyReadOnly();
  if (!desk.canWrite || alerts.length === 0) return nothing;
  const { status } = change;
  const legal = status ? alerts.filter((alert) => canTransition(alert.status, status)) : alerts;
  if (status && legal.length === 0) notifyInvalidTransition(alerts, status);
  const free = legal.filter(({ id }) => !desk.pending.has(id));
  if (free.length === 0) return nothing;
  const tasks = free.map((seen) => ({ seen, change }));
  return applyAlertChanges(desk, tasks, words, alerts.length - legal.length);
}

/**
 * Applies a decision to alerts. Dismissing and assigning open a dialog first.
 * @returns the outcomes, or none if the reader cancels
 */
export function decideAlerts(
  desk: TriageDependencies,
  alerts: readonly AlertLine[],
  wanted: Decision,
  comment: string | undefined,
): Promise<readonly AlertChangeOutcome[]> {
  if (wanted === "dismissed") return openTriageDialog(desk, "dismiss", alerts, comment);
  if (wanted === "assignee") return openTriageDialog(desk, "assign", alerts, comment);
  return triageAlerts(desk, alerts, { status: wanted, ...(comment && { comment }) }, transitionLabels[wanted]);
}

async function openTriageDialog(
  desk: TriageDependencies,
  kind: "dismiss" | "assign",
  alerts: readonly AlertLine[],
  comment: string | undefined,
): Promise<readonly AlertChangeOutcome[]> {
  const legal = kind === "assign" ? alerts : alerts.filter(({ status }) => canTransition(status, "dismissed"));
  if (!desk.canWrite) notifyReadOnly();
  else if (alerts.length > 0 && legal.length === 0) notifyInvalidTransition(alerts, "dismissed");
  else if (alerts.length > 0) return new Promise((answer) => desk.ask({ kind, alerts, comment, answer }));
  return nothing;
}

/**
 * Asks for confirmation, then changes all matching alerts.
 * @returns whether any alert was changed.
 */
export async function askForEverything(
  desk: TriageDependencies,
  matching: MatchingAlerts,
  wanted: Decision,
  comment: string | undefined,
): Promise<boolean> {
  if (!desk.canWrite) notifyReadOnly();
  if (!desk.canWrite) return false;
  if (wanted !== "assignee" && movableStatuses(matching.search, wanted).length === 0) {
    notifyInvalidTransition([], wanted);
    return false;
  }
  return new Promise((answer) => {
    desk.ask({
      kind: "everything",
      matching,
      wanted,
      run: (change, words) => {
        if (change === null) answer(false);
        else answer(writeEverything(desk, matching, { ...change, ...(comment && { comment }) }, words));
      },
    });
  });
}

async function writeEverything(
  { client, viewer, setProgress }: TriageDependencies,
  matching: MatchingAlerts,
  change: AlertUpdate,
  words: TransitionLabels,
): Promise<boolean> {
  let done = 0;
  const tell = (finished: number) => {
    done = finished;
    setProgress({ doing: words.doing, finished, total: matching.total });
  };
  tell(0);
  try {
    const { changed, left } = await changeEverything({
      client,
      organization: viewer.organization,
      matching,
      change,
      onProgress: tell,
    });
    notifyEverythingDone(words, changed, left);
  } catch (error) {
    notifyStopped(words, done, error instanceof Error ? error : new Error());
  } finally {
    setProgress(null);
  }
  return done > 0;
}

/**
 * Applies the changes and reports the result: a notice with undo if all succeeded, the conflict dialog for a
 * single conflict, or a list of failures.
 * @param skipped the number of selected alerts whose status didn't allow the change.
 * @returns the outcome of each change
 */
export async function applyAlertChanges(
  desk: TriageDependencies,
  tasks: readonly AlertChangeTask[],
  words: TransitionLabels,
  skipped: number,
): Promise<readonly AlertChangeOutcome[]> {
  const outcomes = await write(desk, tasks, words.doing);
  desk.setProgress(null);
  const done = outcomes.filter(isDone);
  const notice = `change-${++lastNotice}`;
  const undo = done.length > 0 ? once(() => void takeBack(desk, done, notice)) : null;
  if (undo) desk.rememberUndo(undo);
  report(desk, { notice, outcomes, words, skipped, undo });
  return outcomes;
}

async function write(
  desk: TriageDependencies,
  tasks: readonly AlertChangeTask[],
  doing: string,
): Promise<AlertChangeOutcome[]> {
  const { client, viewer, filter, setPending, setProgress } = desk;
  const ids = new Set(tasks.map(({ seen }) => seen.id));
  setPending((known) => new Map([...known, ...tasks.map(({ seen, change }) => [seen.id, change] as const)]));
  const total = tasks.length;
  const tell = (finished: number) => {
    if (total > 1) setProgress({ doing, finished, total });
  };
  tell(0);
  const outcomes = await runChanges(viewer.organization, tasks, tell);
  const now = outcomes.flatMap((outcome) => (outcome.kind === "failed" ? [] : [outcome.now]));
  void refreshAlertsAfterChange(client, { organization: viewer.organization, me: viewer.id, into: filter }, now);
  setPending((known) => new Map([...known].filter(([id]) => !ids.has(id))));
  return outcomes;
}

/** Undoes the changes step by step, each based on the version of the previous step. */
async function takeBack(desk: TriageDependencies, done: readonly Done[], notice: string): Promise<void> {
  desk.rememberUndo(null);
  const words = { doing: "Undoing", done: "Undone" };
  let stage = done.map(({ task, now }) => ({ seen: now, steps: undoSteps(task.seen, now, task.change) }));
  const outcomes: AlertChangeOutcome[] = [];
  while (stage.some(({ steps }) => steps.length > 0)) {
    const tasks = stage.flatMap(({ seen, steps: [change] }) => (change ? [{ seen, change }] : []));
    const written = await write(desk, tasks, words.doing);
    stage = stage.flatMap(({ seen, steps }) => {
      const outcome = written.find(({ task }) => task.seen.id === seen.id);
      if (outcome?.kind === "done" && steps.length > 1) return [{ seen: outcome.now, steps: steps.slice(1) }];
      if (outcome) outcomes.push(outcome);
      return [];
    });
  }
  desk.setProgress(null);
  report(desk, { notice, outcomes, words, skipped: 0, undo: null });
}

type Report = {
  notice: string;
  outcomes: readonly AlertChangeOutcome[];
  words: TransitionLabels;
  skipped: number;
  undo: (() => void) | null;
};

function report(desk: TriageDependencies, { notice, outcomes, words, skipped, undo }: Report): void {
  const done = outcomes.filter(isDone);
  const [only] = outcomes;
  if (done.length === outcomes.length) {
    const now = done.map((outcome) => outcome.now);
    notifyDone(notice, now, skipped, words, undo);
  } else if (outcomes.length > 1 || only === undefined) desk.ask({ kind: "results", outcomes, words, undo });
  else if (only.kind === "already") notifyAlreadyDone(only);
  else if (only.kind === "failed") notifyFailed(only.error);
  else if (only.kind === "conflict") desk.ask({ kind: "conflict", outcome: only, words });
}

function isDone(outcome: AlertChangeOutcome): outcome is Done {
  return outcome.kind === "done";
}

function once(run: () => void): () => void {
  let ran = false;
  return () => {
    if (ran) return;
    ran = true;
    run();
  };
}
