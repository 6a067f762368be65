"use client";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import type { TriageDependencies } from "@/components/alerts/triage-changes";
import { type Triage, TriageContext, type TriageDialogState, type Viewer } from "@/components/alerts/triage-context";
import { toast } from "@/components/ui/toast";
import type { AlertUpdate } from "@/lib/alerts/schema";
import { roleScopes } from "@/lib/values";
import type { AlertListFilter } from "./alert-search";

const TriageDialogs = lazy(() =>
  import("@/components/alerts/triage-dialogs").then((module) => ({ default: module.TriageDialogs })),
);

type TriageProviderProps = {
  viewer: Viewer;
  /** The filter of the displayed list. Alerts return to this list when a change is undone. */
  filter?: AlertListFilter;
  children: ReactNode;
};

type Changes = typeof import("@/components/alerts/triage-changes");

const nothing: readonly AlertChangeOutcome[] = [];
const loadChanges = () => import("@/components/alerts/triage-changes");
/**
 * Events that precede a change. The first one loads the code for changes, which isn't part of the page's first
 * load.
 */
const firstSigns = ["keydown", "pointermove", "pointerdown"] as const;

/** Provides triage to its children: changes to alerts, pending states, notices and undo. */
export function TriageProvider({ viewer, filter, children }: TriageProviderProps) {
  const client = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, AlertUpdate>>(new Map());
  const [progress, setProgress] = useState<Triage["progress"]>(null);
  const [question, setQuestion] = useState<TriageDialogState | null>(null);
  const [asking, setAsking] = useState(false);
  const lastUndo = useRef<(() => void) | null>(null);
  const canWrite = roleScopes[viewer.role].includes("alerts:write");

  function ask(next: TriageDialogState) {
    setQuestion(next);
    setAsking(true);
  }
  const desk: TriageDependencies = {
    client,
    viewer,
    filter,
    canWrite,
    pending,
    setPending,
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

  /**
   * Loads the code for changes, then runs `work`. If a newer server no longer has this code, tells the reader to
   * reload.
   */
  async function run(
    work: (changes: Changes) => Promise<readonly AlertChangeOutcome[]>,
  ): Promise<readonly AlertChangeOutcome[]> {
    try {
      return await work(await loadChanges());
    } catch {
      toast.error("Not changed", { description: "The server didn't respond. Reload the page and try again." });
      return nothing;
    }
  }
  const change: Triage["change"] = (alerts, wanted, words) =>
    run((changes) => changes.triageAlerts(desk, alerts, wanted, words));

  const triage: Triage = {
    viewer,
    canWrite,
    pending,
    progress,
    change,
    decide: (alerts, wanted, comment) => run((changes) => changes.decideAlerts(desk, alerts, wanted, comment)),
    decideEverything: async (matching, wanted, comment) => {
      let isChanged = false;
      await run(async (changes) => {
        isChanged = await changes.askForEverything(desk, matching, wanted, comment);
        return nothing;
      });
      return isChanged;
    },
    undo: () => lastUndo.current?.(),
  };

  return (
    <TriageContext value={useStable(triage)}>
      {children}
      {question ? (
        <Suspense fallback={null}>
          <TriageDialogs
            question={question}
            open={asking}
            onClose={() => setAsking(false)}
            onInsist={(task, words) => void run((changes) => changes.applyAlertChanges(desk, [task], words, 0))}
          />
        </Suspense>
      ) : null}
    </TriageContext>
  );
}

/** Returns an object that stays the same between renders. Its functions always call their latest version. */
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
      decide: (...input) => latest.current.decide(...input),
      change: (...input) => latest.current.change(...input),
      decideEverything: (...input) => latest.current.decideEverything(...input),
      undo: () => latest.current.undo(),
    }),
    [viewer, canWrite, pending, progress],
  );
}
