"use client";
import { Check, CheckCheck, UserPlus, X } from "lucide-react";
import { useState } from "react";
import { canTransition } from "@/components/alerts/labels";
import type { AlertChangeOutcome } from "@/components/alerts/run-changes";
import { useTriage } from "@/components/alerts/triage-context";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { AlertStatus } from "@/lib/values";
import type { AlertLine } from "./queries";

type SelectionBarProps = {
  alerts: readonly AlertLine[];
  /** Runs a change on the selection; true when something of it was done. */
  act: (run: (alerts: readonly AlertLine[]) => Promise<readonly AlertChangeOutcome[]>) => Promise<boolean>;
  onClear: () => void;
};

const MAX_COMMENT = 4_000;

/** One bar for everything that is selected: a move, a person, one comment for all. */
export function SelectionBar({ alerts, act, onClear }: SelectionBarProps) {
  const triage = useTriage();
  const [comment, setComment] = useState("");
  const { progress } = triage;
  const may = (to: AlertStatus) => alerts.some(({ status }) => canTransition(status, to));

  async function run(
    change: (chosen: readonly AlertLine[], comment?: string) => Promise<readonly AlertChangeOutcome[]>,
  ) {
    if (await act((chosen) => change(chosen, comment.trim() || undefined))) setComment("");
  }
  const move = (to: AlertStatus) => run((chosen, text) => triage.move(chosen, to, text));

  return (
    <section
      aria-label="Selected alerts"
      className="z-10 flex max-sm:fixed max-sm:inset-x-2 max-sm:bottom-[max(0.5rem,env(safe-area-inset-bottom))] sm:absolute sm:inset-x-0 sm:top-0 flex-wrap items-center gap-1.5 rounded-lg border border-border bg-raised px-2 py-1.5 shadow-raised"
    >
      <p role="status" className="pl-1 text-sm font-medium whitespace-nowrap tabular-nums">
        {progress ? `${progress.doing} ${progress.finished} of ${progress.total}` : `${alerts.length} selected`}
      </p>
      <Button variant="ghost" size="icon-sm" aria-label="Clear the selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
      <Input
        aria-label="Comment for all selected"
        placeholder="Comment (optional)"
        dir="auto"
        maxLength={MAX_COMMENT}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        className="min-w-0 flex-1 basis-32 max-sm:basis-48"
      />
      <Button size="sm" disabled={!may("acknowledged") || progress !== null} onClick={() => void move("acknowledged")}>
        <Check aria-hidden className="max-sm:hidden" />
        Acknowledge
      </Button>
      <Button size="sm" disabled={!may("resolved") || progress !== null} onClick={() => void move("resolved")}>
        <CheckCheck aria-hidden className="max-sm:hidden" />
        Resolve
      </Button>
      <Button size="sm" disabled={!may("dismissed") || progress !== null} onClick={() => void run(triage.dismiss)}>
        Dismiss
      </Button>
      <Button size="sm" disabled={progress !== null} onClick={() => void run(triage.assign)}>
        <UserPlus aria-hidden className="max-sm:hidden" />
        Assign
      </Button>
      {alerts.every(({ status }) => canTransition(status, "open")) ? (
        <Button size="sm" disabled={progress !== null} onClick={() => void move("open")}>
          Reopen
        </Button>
      ) : null}
    </section>
  );
}
