"use client";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { alertTitle, canTransition, formatName, transitionLabels } from "@/components/alerts/labels";
import { type AlertChangeOutcome, triageDifferences } from "@/components/alerts/run-changes";
import { useTriage } from "@/components/alerts/triage-context";
import { lastChangedBy } from "@/components/alerts/triage-notices";
import { memberListOptions } from "@/components/members/queries";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ChangeableField } from "@/lib/alerts/fields";
import type { Alert, AlertUpdate } from "@/lib/alerts/schema";

type ConflictDialogProps = {
  open: boolean;
  onClose: () => void;
  outcome: AlertChangeOutcome & { kind: "conflict" };
  /** Applies the reader's change to the current version anyway. */
  onInsist: () => void;
};

/**
 * Asks what to do about an alert that someone else changed first, and shows its current values. Nothing has been
 * overwritten.
 */
export function ConflictDialog({ open, onClose, outcome, onInsist }: ConflictDialogProps) {
  const { viewer } = useTriage();
  const keep = useRef<HTMLButtonElement>(null);
  const members = useQuery(memberListOptions(viewer.organization));
  const { now, task } = outcome;
  const mover = now.status === task.seen.status ? null : lastChangedBy(now);
  const isLegal = !task.change.status || canTransition(now.status, task.change.status);
  const nameOf = (id: string | null) =>
    id === null ? "Unassigned" : (members.data?.data.find((member) => member.id === id)?.name ?? "A former member");

  function show(field: ChangeableField, alert: Partial<Alert>): string {
    const value = alert[field];
    if (field === "assignee_id") return nameOf(alert.assignee_id ?? null);
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value === "string") return field.startsWith("dis") || field === "status" ? formatName(value) : value;
    return Array.isArray(value) ? value.join(", ") || "–" : "changed";
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      initialFocus={keep}
      title={mover ? `${mover} changed it first` : "Someone else changed this alert"}
      description="It changed after you loaded it, so your change wasn't saved. Review the current values and decide."
    >
      <DialogBody className="flex flex-col gap-3">
        <p className="font-medium">
          <bdi>{alertTitle(now)}</bdi>
        </p>
        <table className="w-full border-collapse text-left">
          <thead className="text-xs text-muted-foreground">
            <tr className="border-b border-border">
              <th scope="col" className="py-1.5 pr-3 font-medium">
                Field
              </th>
              <th scope="col" className="py-1.5 pr-3 font-medium">
                You saw
              </th>
              <th scope="col" className="py-1.5 font-medium">
                Now
              </th>
            </tr>
          </thead>
          <tbody>
            {triageDifferences(task.seen, now).map((field) => (
              <tr key={field} className="border-b border-border align-top">
                <th scope="row" className="py-1.5 pr-3 font-normal text-muted-foreground">
                  {field === "assignee_id" ? "Assignee" : formatName(field)}
                </th>
                <td className="break-words py-1.5 pr-3">{show(field, task.seen)}</td>
                <td className="break-words py-1.5 font-medium">
                  {show(field, now)}
                  {field === "status" && mover ? (
                    <span className="font-normal text-muted-foreground"> by {mover}</span>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="text-muted-foreground">
          Changed <RelativeTime value={now.updated_at} />.{" "}
          {isLegal ? null : `An alert that is ${now.status} can't become ${task.change.status}; reopen it first.`}
        </p>
      </DialogBody>
      <DialogFooter>
        {isLegal ? <Button onClick={onInsist}>{insistLabel(task.change, nameOf)}</Button> : null}
        <Button ref={keep} variant="primary" onClick={onClose}>
          Keep the current values
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function insistLabel(change: AlertUpdate, nameOf: (id: string | null) => string): string {
  if (change.status) return `${transitionLabels[change.status].verb} anyway`;
  if (change.assignee_id !== undefined) return `Assign to ${nameOf(change.assignee_id)} anyway`;
  return "Save my change anyway";
}
