import type { QueryClient } from "@tanstack/react-query";
import type { Dispatch, SetStateAction } from "react";
import { settleAlerts } from "@/components/alerts/alert-cache";
import { mayMove } from "@/components/alerts/labels";
import { type Outcome, runChanges, stepsBack, type Task } from "@/components/alerts/run-changes";
import type { Question, Triage, Viewer, Words } from "@/components/alerts/triage-context";
import {
  noticeAlready,
  noticeDone,
  noticeFailed,
  noticeNotLegal,
  noticeReadOnly,
} from "@/components/alerts/triage-notices";
import type { AlertUpdate } from "@/lib/alerts/schema";
import type { AlertFilter, AlertLine } from "./queries";

type Done = Outcome & { kind: "done" };

/** What a change needs of the page that it is made on. */
export interface Desk {
  client: QueryClient;
  viewer: Viewer;
  filter: AlertFilter | undefined;
  canWrite: boolean;
  pending: Triage["pending"];
  setPending: Dispatch<SetStateAction<Triage["pending"]>>;
  setProgress: (progress: Triage["progress"]) => void;
  ask: (question: Question) => void;
  rememberUndo: (undo: (() => void) | null) => void;
}

const nothing: readonly Outcome[] = [];
let lastNotice = 0;

/** Makes one change on each of the alerts that it is legal for, and says so when it is legal for none. */
export async function changeAlerts(
  desk: Desk,
  alerts: readonly AlertLine[],
  change: AlertUpdate,
  words: Words,
): Promise<readonly Outcome[]> {
  if (!desk.canWrite) noticeReadOnly();
  if (!desk.canWrite || alerts.length === 0) return nothing;
  const { status } = change;
  const legal = status ? alerts.filter((alert) => mayMove(alert.status, status)) : alerts;
  if (status && legal.length === 0) noticeNotLegal(alerts, status);
  const free = legal.filter(({ id }) => !desk.pending.has(id));
  if (free.length === 0) return nothing;
  const tasks = free.map((seen) => ({ seen, change }));
  return applyTasks(desk, tasks, words, alerts.length - legal.length);
}

/** Opens the dialog that a dismissal or an assignment begins with. */
export async function askFirst(
  desk: Desk,
  kind: "dismiss" | "assign",
  alerts: readonly AlertLine[],
  comment: string | undefined,
): Promise<readonly Outcome[]> {
  const legal = kind === "assign" ? alerts : alerts.filter(({ status }) => mayMove(status, "dismissed"));
  if (!desk.canWrite) noticeReadOnly();
  else if (alerts.length > 0 && legal.length === 0) noticeNotLegal(alerts, "dismissed");
  else if (alerts.length > 0) return new Promise((answer) => desk.ask({ kind, alerts, comment, answer }));
  return nothing;
}

/**
 * Makes the changes and tells the reader what came of them: a notice with undo when all went through, the state that
 * a colleague left when one did not, a list when several did not.
 * @param skipped how many of the chosen alerts may not move this way and were left out.
 */
export async function applyTasks(
  desk: Desk,
  tasks: readonly Task[],
  words: Words,
  skipped: number,
): Promise<readonly Outcome[]> {
  const outcomes = await write(desk, tasks, words.doing);
  desk.setProgress(null);
  const done = outcomes.filter(isDone);
  const notice = `change-${++lastNotice}`;
  const undo = done.length > 0 ? once(() => void takeBack(desk, done, notice)) : null;
  if (undo) desk.rememberUndo(undo);
  report(desk, { notice, outcomes, words, skipped, undo });
  return outcomes;
}

async function write(desk: Desk, tasks: readonly Task[], doing: string): Promise<Outcome[]> {
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
  void settleAlerts(client, { organization: viewer.organization, me: viewer.id, into: filter }, now);
  setPending((known) => new Map([...known].filter(([id]) => !ids.has(id))));
  return outcomes;
}

/** Goes back step by step, each on the version that the step before left. */
async function takeBack(desk: Desk, done: readonly Done[], notice: string): Promise<void> {
  desk.rememberUndo(null);
  const words = { doing: "Undoing", done: "Undone" };
  let stage = done.map(({ task, now }) => ({ seen: now, steps: stepsBack(task.seen, now, task.change) }));
  const outcomes: Outcome[] = [];
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
  outcomes: readonly Outcome[];
  words: Words;
  skipped: number;
  undo: (() => void) | null;
};

function report(desk: Desk, { notice, outcomes, words, skipped, undo }: Report): void {
  const done = outcomes.filter(isDone);
  const [only] = outcomes;
  if (done.length === outcomes.length) {
    const now = done.map((outcome) => outcome.now);
    noticeDone(notice, now, skipped, words, undo);
  } else if (outcomes.length > 1 || only === undefined) desk.ask({ kind: "results", outcomes, words, undo });
  else if (only.kind === "already") noticeAlready(only);
  else if (only.kind === "failed") noticeFailed(only.error);
  else if (only.kind === "conflict") desk.ask({ kind: "conflict", outcome: only, words });
}

function isDone(outcome: Outcome): outcome is Done {
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
