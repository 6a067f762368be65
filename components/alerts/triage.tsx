"use client";
import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { mayMove, moves } from "@/components/alerts/labels";
import type { Outcome, Task } from "@/components/alerts/run-changes";
import type { Desk } from "@/components/alerts/triage-changes";
import { type Question, type Triage, TriageContext, type Viewer, type Words } from "@/components/alerts/triage-context";
import { noticeNotLegal, noticeReadOnly } from "@/components/alerts/triage-notices";
import { toast } from "@/components/ui/toast";
import type { AlertFilter } from "@/lib/alerts/queries";
import type { Alert, AlertUpdate } from "@/lib/alerts/schema";
import { roleScopes } from "@/lib/db/values";

const TriageDialogs = dynamic(
  () => import("@/components/alerts/triage-dialogs").then((module) => module.TriageDialogs),
  {
    ssr: false,
  },
);

type TriageProviderProps = {
  viewer: Viewer;
  /** The filter of the list on the page: an undone change comes back into it. */
  filter?: AlertFilter;
  children: ReactNode;
};

const nothing: readonly Outcome[] = [];
const loadChanges = () => import("@/components/alerts/triage-changes");
/** Whoever uses the page is about to change something: the code for it comes then, not with the first rows. */
const firstSigns = ["keydown", "pointermove", "pointerdown"] as const;

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
  const desk: Desk = {
    client,
    viewer,
    filter,
    setProgress,
    ask,
    rememberUndo: (undo) => {
      lastUndo.current = undo;
    },
  };

  useEffect(() => {
    if (!canWrite) return;
    const load = () => void loadChanges().catch(() => undefined);
    for (const event of firstSigns) window.addEventListener(event, load, { once: true, passive: true });
    return () => {
      for (const event of firstSigns) window.removeEventListener(event, load);
    };
  }, [canWrite]);

  async function apply(tasks: readonly Task[], words: Words, skipped = 0): Promise<readonly Outcome[]> {
    const free = tasks.filter(({ seen }) => !pending.has(seen.id));
    if (free.length === 0) return nothing;
    setPending((known) => new Map([...known, ...free.map(({ seen, change }) => [seen.id, change] as const)]));
    try {
      const { applyTasks } = await loadChanges();
      return await applyTasks(desk, free, words, skipped);
    } catch {
      toast.error("Not changed", { description: "The server did not answer. Check your connection and try again." });
      return nothing;
    } finally {
      setPending((known) => new Map([...known].filter(([id]) => !free.some(({ seen }) => seen.id === id))));
      setProgress(null);
    }
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
