"use client";
import type { RefObject } from "react";
import { type Decision, useTriage } from "@/components/alerts/triage-context";
import { useShortcuts } from "@/components/shell/shortcuts";

type AlertKeys = {
  /** Applies a decision to the selected alerts. If none is selected, applies it to the active alert. */
  decide: (wanted: Decision) => void;
  step?: (by: number) => void;
  toggle?: () => void;
  close: () => void;
  searchRef?: RefObject<HTMLInputElement | null>;
};

/** Binds the single-key shortcuts of triage. Enter needs no shortcut, because the row's link has focus. */
export function useAlertKeys({ decide, step, toggle, close, searchRef }: AlertKeys) {
  const triage = useTriage();
  useShortcuts("Alerts", [
    ...(step
      ? [
          { keys: "j", description: "Next alert", run: () => step(1) },
          { keys: "k", description: "Previous alert", run: () => step(-1) },
          { keys: "↵", description: "Open the alert", run: () => undefined },
        ]
      : []),
    { keys: "a", description: "Acknowledge", run: () => decide("acknowledged") },
    { keys: "r", description: "Resolve", run: () => decide("resolved") },
    { keys: "d", description: "Dismiss, with a reason", run: () => decide("dismissed") },
    { keys: "o", description: "Reopen", run: () => decide("open") },
    { keys: "e", description: "Assign", run: () => decide("assignee") },
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
