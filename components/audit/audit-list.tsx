"use client";
import { Blocks, ChevronRight, Cog, KeyRound, type LucideIcon, ShieldAlert, User, Workflow } from "lucide-react";
import { useId, useState } from "react";
import { AuditDetails } from "@/components/audit/audit-details";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AuditEntry } from "@/lib/audit/schema";
import type { ActorKind, AuditAction } from "@/lib/values";
import { actorLabels, describeAction } from "./audit-labels";

const icons: Record<ActorKind, LucideIcon> = {
  user: User,
  api_key: KeyRound,
  oauth_app: Blocks,
  automation: Workflow,
  system: Cog,
};
const refusals: readonly AuditAction[] = ["access.refused", "app.authentication_failed"];

type AuditListProps = {
  entries: readonly AuditEntry[];
  onActor: (id: string) => void;
  onTarget: (id: string) => void;
};

export function AuditList({ entries, onActor, onTarget }: AuditListProps) {
  return (
    <ol
      aria-label="Changes, newest first"
      className="divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {entries.map((entry) => (
        <AuditRow
          key={entry.id}
          entry={entry}
          onActor={() => onActor(entry.actor.id)}
          onTarget={() => onTarget(entry.target.id)}
        />
      ))}
    </ol>
  );
}

type AuditRowProps = { entry: AuditEntry; onActor: () => void; onTarget: () => void };

function AuditRow({ entry, onActor, onTarget }: AuditRowProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const { action, actor } = entry;
  const isRefusal = refusals.includes(action);
  const Icon = isRefusal ? ShieldAlert : icons[actor.kind];
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="group flex w-full items-start gap-3 px-4 py-2 text-left transition-colors duration-75 hover:bg-muted/60 focus-visible:-outline-offset-2 sm:items-center sm:py-1.5"
      >
        <span title={actorLabels[actor.kind]} className="grid size-7 shrink-0 place-items-center">
          {actor.kind === "user" && !isRefusal ? (
            <Avatar name={actor.name} />
          ) : (
            <span
              className={cn(
                "grid size-6 place-items-center rounded-full bg-muted text-muted-foreground",
                isRefusal && "bg-warning/12 text-warning",
              )}
            >
              <Icon aria-hidden className="size-3.5" />
            </span>
          )}
          <span className="sr-only">{actorLabels[actor.kind]}</span>
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-x-6 sm:flex-row sm:items-center">
          <span className="min-w-0 flex-1 text-pretty [overflow-wrap:anywhere]">
            <Sentence entry={entry} />
          </span>
          <span className="flex shrink-0 gap-x-4 text-xs text-muted-foreground">
            <span title={entry.ip ?? undefined} className="hidden w-32 truncate font-mono xl:inline">
              {entry.ip}
            </span>
            <RelativeTime value={entry.created_at} className="whitespace-nowrap tabular-nums sm:w-28 sm:text-right" />
          </span>
        </span>
        <ChevronRight
          aria-hidden
          className="mt-1.5 size-4 shrink-0 text-muted-foreground transition-transform group-aria-expanded:rotate-90 sm:mt-0"
        />
      </button>
      {isOpen ? <AuditDetails id={panelId} entry={entry} onActor={onActor} onTarget={onTarget} /> : null}
    </li>
  );
}

function Sentence({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <bdi className="font-medium text-foreground">{entry.actor.name}</bdi>{" "}
      {describeAction(entry).map((part) =>
        typeof part === "string" ? (
          part
        ) : (
          <bdi key={part.name} className="font-medium text-foreground">
            {part.name}
          </bdi>
        ),
      )}
    </>
  );
}
