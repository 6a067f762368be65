"use client";
import type { RefObject } from "react";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import { useTriage } from "@/components/alerts/triage-context";
import { useShortcuts } from "@/components/shell/shortcuts";
import type { AlertLine } from "./queries";

type AlertKeys = {
  /** Runs a change on the selected alerts, else on the active one. */
  act: (run: (alerts: readonly AlertLine[]) => Promise<readonly AlertChangeOutcome[]>) => void;
  step?: (by: number) => void;
  toggle?: () => void;
  close: () => void;
  searchRef?: RefObject<HTMLInputElement | null>;
};

/** The single keys of triage. Enter needs none: it follows the focused row's own link. */
export function useAlertKeys({ act, step, toggle, close, searchRef }: AlertKeys) {
  const triage = useTriage();
  useShortcuts("Alerts", [
    ...(step
      ? [
          { keys: "j", description: "Next alert", run: () => step(1) },
          { keys: "k", description: "Previous alert", run: () => step(-1) },
          { keys: "↵", description: "Open the alert", run: () => undefined },
        ]
      : []),
    { keys: "a", description: "Acknowledge", run: () => act((alerts) => triage.move(alerts, "acknowledged")) },
    { keys: "r", description: "Resolve", run: () => act((alerts) => triage.move(alerts, "resolved")) },
    { keys: "d", description: "Dismiss, with a reason", run: () => act(triage.dismiss) },
    { keys: "o", description: "Reopen", run: () => act((alerts) => triage.move(alerts, "open")) },
    { keys: "e", description: "Assign", run: () => act(triage.assign) },
    { keys: "z", description: "Undo the last change", run: triage.undo },
    ...(toggle ? [{ keys: "x", description: "Select", run: toggle }] : []),
    ...(searchRef
      ? [
          {
            keys: "/",
            description: "Search alerts",
            run: () => {
              searchRef.current?.focus();
              searchRef.current?.select();
            },
          },
        ]
      : []),
    { keys: "Escape", description: "Close, or clear the selection", run: close },
  ]);
}
