"use client";
import { Check, CheckCheck, UserPlus } from "lucide-react";
import { useState } from "react";
import { canTransition } from "@/components/alerts/labels";
import { type Decision, type MatchingAlerts, useTriage } from "@/components/alerts/triage-context";
import { SelectionBar } from "@/components/list/selection-bar";
import type { Selection } from "@/components/list/use-selection";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { Input } from "@/components/ui/input";
import type { AlertStatus } from "@/lib/values";
import { movableStatuses } from "./change-everything";
import type { AlertLine } from "./queries";

type AlertSelectionBarProps = {
  selection: Selection<AlertLine>;
  /** All alerts that match the filter, or null if all of them are loaded. */
  matching: Pick<MatchingAlerts, "search" | "total"> | null;
  /** Applies an action to the selection. Returns whether any alert was changed. */
  decide: (wanted: Decision, comment?: string) => Promise<boolean>;
};

const MAX_COMMENT = 4_000;

/** Actions for the selected alerts: status, assignee and a shared comment. */
export function AlertSelectionBar({ selection, matching, decide }: AlertSelectionBarProps) {
  const [comment, setComment] = useState("");
  const { progress } = useTriage();
  const { rows } = selection;
  const everything = selection.everythingAt === null ? null : matching;
  const isBusy = progress !== null;
  const may = (to: AlertStatus) =>
    everything
      ? movableStatuses(everything.search, to).length > 0
      : rows.some(({ status }) => canTransition(status, to));

  async function run(wanted: Decision) {
    if (await decide(wanted, comment.trim() || undefined)) setComment("");
  }

  return (
    <SelectionBar
      selection={selection}
      noun={["alert", "alerts"]}
      total={matching ? matching.total : undefined}
      progress={
        progress &&
        `${progress.doing} ${formatCount(progress.finished)}${progress.total === null ? "" : ` of ${formatCount(progress.total)}`}`
      }
    >
      <Input
        aria-label="Comment for all selected"
        placeholder="Comment (optional)"
        dir="auto"
        maxLength={MAX_COMMENT}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        className="min-w-0 flex-1 basis-32 max-sm:basis-48"
      />
      <Button size="sm" disabled={!may("acknowledged") || isBusy} onClick={() => void run("acknowledged")}>
        <Check aria-hidden className="max-sm:hidden" />
        Acknowledge
      </Button>
      <Button size="sm" disabled={!may("resolved") || isBusy} onClick={() => void run("resolved")}>
        <CheckCheck aria-hidden className="max-sm:hidden" />
        Resolve
      </Button>
      <Button size="sm" disabled={!may("dismissed") || isBusy} onClick={() => void run("dismissed")}>
        Dismiss
      </Button>
      <Button size="sm" disabled={isBusy} onClick={() => void run("assignee")}>
        <UserPlus aria-hidden className="max-sm:hidden" />
        Assign
      </Button>
      {rows.every(({ status }) => canTransition(status, "open")) ? (
        <Button size="sm" disabled={isBusy} onClick={() => void run("open")}>
          Reopen
        </Button>
      ) : null}
    </SelectionBar>
  );
}
