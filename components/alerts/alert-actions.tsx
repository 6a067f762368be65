"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { transitionLabels, transitionsFrom } from "@/components/alerts/labels";
import { useTriage } from "@/components/alerts/triage-context";
import { memberListOptions } from "@/components/members/queries";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import type { AlertLine } from "./queries";

/** Buttons that change an alert's status, as far as allowed, and its assignee. */
export function AlertActions({ alert }: { alert: AlertLine }) {
  const { viewer, canWrite, pending, decide } = useTriage();
  const members = useQuery(memberListOptions(viewer.organization));
  const change = pending.get(alert.id);
  const assigneeId = change?.assignee_id === undefined ? alert.assignee_id : change.assignee_id;
  const assignee =
    assigneeId === null
      ? null
      : (members.data?.data.find(({ id }) => id === assigneeId)?.name ?? (members.data ? "Former member" : "…"));
  const person = assignee ? (
    <>
      <Avatar name={assignee} size="sm" />
      <bdi className="max-w-40 truncate">{assignee}</bdi>
    </>
  ) : null;

  if (!canWrite) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1 text-muted-foreground">
        <span className="flex items-center gap-1.5">{person ?? "Unassigned"}</span>
        <span>You can view but not change alerts. Your role is {viewer.role}.</span>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      {transitionsFrom(alert.status).map((to, index) => (
        <Button
          key={to}
          variant={index === 0 ? "primary" : "secondary"}
          disabled={change?.status !== undefined}
          onClick={() => void decide([alert], to)}
        >
          {to === "open" && alert.status === "acknowledged" ? "Back to open" : transitionLabels[to].verb}
          <Kbd
            aria-hidden
            className={
              index === 0
                ? "border-primary-foreground/40 bg-transparent text-primary-foreground max-lg:hidden"
                : "max-lg:hidden"
            }
          >
            {transitionLabels[to].key.toUpperCase()}
          </Kbd>
        </Button>
      ))}
      <Button onClick={() => void decide([alert], "assignee")} aria-label={`Assign, now ${assignee ?? "unassigned"}`}>
        {person ?? (
          <>
            <UserPlus aria-hidden />
            Assign
          </>
        )}
        <Kbd aria-hidden className="max-lg:hidden">
          E
        </Kbd>
      </Button>
    </div>
  );
}
