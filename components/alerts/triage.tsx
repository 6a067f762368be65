"use client";
import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { settleAlerts } from "@/components/alerts/alert-cache";
import { mayMove, moves } from "@/components/alerts/labels";
import { type Outcome, runChanges, stepsBack, type Task } from "@/components/alerts/run-changes";
import { type Triage, TriageContext, type Viewer, type Words } from "@/components/alerts/triage-context";
import {
  noticeAlready,
  noticeDone,
  noticeFailed,
  noticeNotLegal,
  noticeReadOnly,
} from "@/components/alerts/triage-notices";
import type { AlertFilter } from "@/lib/alerts/queries";
import type { Alert, AlertUpdate } from "@/lib/alerts/schema";
import { roleScopes } from "@/lib/db/values";

const TriageDialogs = dynamic(
  () => import("@/components/alerts/triage-dialogs").then((module) => module.TriageDialogs),
  {
    ssr: false,
  },
);

/** The question that a change waits for, or the answer that the reader has to see. */
export type Question =
  | { kind: "dismiss"; alerts: readonly Alert[]; comment: string | undefined; answer: Answer }
  | { kind: "assign"; alerts: readonly Alert[]; comment: string | undefined; answer: Answer }
  | { kind: "conflict"; outcome: Outcome & { kind: "conflict" }; words: Words }
  | { kind: "results"; outcomes: readonly Outcome[]; words: Words; undo: (() => void) | null };

type Answer = (outcomes: Promise<readonly Outcome[]> | readonly Outcome[]) => void;

type TriageProviderProps = {
  viewer: Viewer;
  /** The filter of the list on the page: an undone change comes back into it. */
  filter?: AlertFilter;
  children: ReactNode;
};

const nothing: readonly Outcome[] = [];
let lastNotice = 0;

/** Everything that changes alerts runs through here: the writes, what the rows show meanwhile, notices, undo. */
export function TriageProvider({ viewer, filter, children }: TriageProviderProps) {
  const client = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, AlertUpdate>>(new Map());
  const [progress, setProgress] = useState<Triage["progress"]>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [asking, setAsking] = useState(false);
  const lastUndo = useRef<(() => void) | null>(null);
  const canWrite = roleScopes[viewer.role].includes("alerts:write");

  function ask(next: Question) {
    setQuestion(next);
    setAsking(true);
  }

  async function write(tasks: readonly Task[], doing: string): Promise<Outcome[]> {
    setPending((known) => new Map([...known, ...tasks.map(({ seen, change }) => [seen.id, change] as const)]));
    const total = tasks.length;
    if (total > 1) setProgress({ doing, finished: 0, total });
    const outcomes = await runChanges(viewer.organization, tasks, (finished) => {
      if (total > 1) setProgress({ doing, finished, total });
    });
    const place = { organization: viewer.organization, me: viewer.id, into: filter };
    void settleAlerts(
      client,
      place,
      outcomes.flatMap((outcome) => (outcome.kind === "failed" ? [] : [outcome.now])),
    );
    setPending((known) => new Map([...known].filter(([id]) => !tasks.some(({ seen }) => seen.id === id))));
    setProgress(null);
    return outcomes;
  }

  async function apply(tasks: readonly Task[], words: Words, skipped = 0): Promise<readonly Outcome[]> {
    const free = tasks.filter(({ seen }) => !pending.has(seen.id));
    if (free.length === 0) return nothing;
    const outcomes = await write(free, words.doing);
    const done = outcomes.flatMap((outcome) => (outcome.kind === "done" ? [outcome] : []));
    const notice = `change-${++lastNotice}`;
    const undo = done.length > 0 ? once(() => void takeBack(done, notice)) : null;
    if (undo) lastUndo.current = undo;
    const rest = outcomes.filter(({ kind }) => kind !== "done");
    const [only] = rest;
    if (rest.length === 0) {
      noticeDone(
        notice,
        done.map(({ now }) => now),
        skipped,
        words,
        undo,
      );
    } else if (outcomes.length === 1 && only?.kind === "already") noticeAlready(only);
    else if (outcomes.length === 1 && only?.kind === "failed") noticeFailed(only.error);
    else if (outcomes.length === 1 && only?.kind === "conflict") ask({ kind: "conflict", outcome: only, words });
    else ask({ kind: "results", outcomes, words, undo });
    return outcomes;
  }

  /** Goes back step by step, each on the version that the step before left. */
  async function takeBack(done: readonly (Outcome & { kind: "done" })[], notice: string) {
    lastUndo.current = null;
    const words = { doing: "Undoing", done: "Undone" };
    let stage = done.map(({ task, now }) => ({ seen: now, steps: stepsBack(task.seen, now, task.change) }));
    const finished: Outcome[] = [];
    while (stage.some(({ steps }) => steps.length > 0)) {
      const tasks = stage.flatMap(({ seen, steps: [change] }) => (change ? [{ seen, change }] : []));
      const outcomes = await write(tasks, words.doing);
      stage = stage.flatMap(({ seen, steps }) => {
        const outcome = outcomes.find(({ task }) => task.seen.id === seen.id);
        if (!outcome) return [];
        if (outcome.kind === "done" && steps.length > 1) return [{ seen: outcome.now, steps: steps.slice(1) }];
        finished.push(outcome);
        return [];
      });
    }
    const [only, ...others] = finished;
    if (finished.every(({ kind }) => kind === "done")) {
      noticeDone(
        notice,
        finished.flatMap((outcome) => (outcome.kind === "done" ? [outcome.now] : [])),
        0,
        words,
        null,
      );
    } else if (others.length === 0 && only?.kind === "conflict") ask({ kind: "conflict", outcome: only, words });
    else if (others.length === 0 && only?.kind === "failed") noticeFailed(only.error);
    else ask({ kind: "results", outcomes: finished, words, undo: null });
  }

  async function change(alerts: readonly Alert[], wanted: AlertUpdate, words: Words) {
    if (!canWrite) noticeReadOnly();
    if (!canWrite || alerts.length === 0) return nothing;
    const { status } = wanted;
    const legal = status ? alerts.filter((alert) => mayMove(alert.status, status)) : alerts;
    if (status && legal.length === 0) {
      noticeNotLegal(alerts, status);
      return nothing;
    }
    return apply(
      legal.map((seen) => ({ seen, change: wanted })),
      words,
      alerts.length - legal.length,
    );
  }

  async function askFor(kind: "dismiss" | "assign", alerts: readonly Alert[], comment: string | undefined) {
    const legal = kind === "assign" ? alerts : alerts.filter(({ status }) => mayMove(status, "dismissed"));
    if (!canWrite) noticeReadOnly();
    else if (alerts.length > 0 && legal.length === 0) noticeNotLegal(alerts, "dismissed");
    else if (alerts.length > 0) {
      return new Promise<readonly Outcome[]>((answer) => ask({ kind, alerts, comment, answer }));
    }
    return nothing;
  }

  const triage: Triage = {
    viewer,
    canWrite,
    pending,
    progress,
    change,
    move: (alerts, to, comment) => change(alerts, { status: to, ...(comment && { comment }) }, moves[to]),
    dismiss: (alerts, comment) => askFor("dismiss", alerts, comment),
    assign: (alerts, comment) => askFor("assign", alerts, comment),
    undo: () => lastUndo.current?.(),
  };

  return (
    <TriageContext value={useStable(triage)}>
      {children}
      {question ? (
        <TriageDialogs question={question} open={asking} onClose={() => setAsking(false)} onApply={apply} />
      ) : null}
    </TriageContext>
  );
}

/** The same object until something that is shown changes; its functions always run in their latest form. */
function useStable(triage: Triage): Triage {
  const latest = useRef(triage);
  useEffect(() => {
    latest.current = triage;
  });
  const { viewer, canWrite, pending, progress } = triage;
  return useMemo(
    () => ({
      viewer,
      canWrite,
      pending,
      progress,
      move: (...input) => latest.current.move(...input),
      change: (...input) => latest.current.change(...input),
      dismiss: (...input) => latest.current.dismiss(...input),
      assign: (...input) => latest.current.assign(...input),
      undo: () => latest.current.undo(),
    }),
    [viewer, canWrite, pending, progress],
  );
}

function once(run: () => void): () => void {
  let ran = false;
  return () => {
    if (ran) return;
    ran = true;
    run();
  };
}
