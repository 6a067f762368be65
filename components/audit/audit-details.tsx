"use client";
import { ArrowRight, ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AuditEntry } from "@/lib/audit/schema";
import { type AuditDifference, actorLabels, formatFieldName, formatValue, listDifferences } from "./audit-labels";

type AuditDetailsProps = { id: string; entry: AuditEntry; onActor: () => void; onTarget: () => void };

/** What a change made different, and everything that is known of where it came from. */
export function AuditDetails({ id, entry, onActor, onTarget }: AuditDetailsProps) {
  const differences = listDifferences(entry);
  return (
    <div id={id} className="border-t border-border bg-muted/30 px-4 py-4 sm:pl-14">
      {differences.length > 0 ? <Differences rows={differences} hasBefore={entry.before !== null} /> : null}
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        <Fact label="When">
          <RelativeTime value={entry.created_at} mode="absolute" />
        </Fact>
        <Fact label="From">
          {entry.ip ? <code className="font-mono text-xs">{entry.ip}</code> : "Not from a request"}
        </Fact>
        <Fact label={actorLabels[entry.actor.kind]}>
          <Id value={entry.actor.id} label="Copy the id of who did it" />
        </Fact>
        <Fact label="Changed">
          <Id value={entry.target.id} label="Copy the id of what was changed" />
        </Fact>
        {entry.request_id ? (
          <Fact label="Request">
            <Id value={entry.request_id} label="Copy request id" />
          </Fact>
        ) : null}
        {entry.user_agent ? (
          <Fact label="Browser or client">
            <span className="text-xs text-muted-foreground [overflow-wrap:anywhere]">{entry.user_agent}</span>
          </Fact>
        ) : null}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" onClick={onActor}>
          <ListFilter aria-hidden />
          Everything by <bdi className="max-w-40 truncate">{entry.actor.name}</bdi>
        </Button>
        <Button size="sm" onClick={onTarget}>
          <ListFilter aria-hidden />
          Everything about <bdi className="max-w-40 truncate">{entry.target.name ?? "this"}</bdi>
        </Button>
      </div>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 flex min-h-6 min-w-0 items-center gap-1">{children}</dd>
    </div>
  );
}

function Id({ value, label }: { value: string; label: string }) {
  return (
    <>
      <code className="min-w-0 truncate font-mono text-xs" title={value}>
        {value}
      </code>
      <CopyButton iconOnly value={value} label={label} />
    </>
  );
}

function Differences({ rows, hasBefore }: { rows: readonly AuditDifference[]; hasBefore: boolean }) {
  return (
    <dl className="mb-4 divide-y divide-border overflow-hidden rounded-md border border-border bg-surface text-sm">
      {rows.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted-foreground">{formatFieldName(field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
            {hasBefore && before !== undefined ? (
              <del className="text-muted-foreground decoration-muted-foreground/60">
                <span className="sr-only">before: </span>
                <Value value={before} />
              </del>
            ) : null}
            {hasBefore && before !== undefined && after !== undefined ? (
              <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-muted-foreground" />
            ) : null}
            {after === undefined ? null : (
              <ins className="font-medium no-underline">
                <span className="sr-only">after: </span>
                <Value value={after} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value }: { value: unknown }) {
  const text = formatValue(value);
  if (text === null) return <span className="font-normal italic">none</span>;
  if (text instanceof Date) return <RelativeTime value={text} mode="absolute" />;
  return (
    <span dir="auto" className="[overflow-wrap:anywhere]">
      {text}
    </span>
  );
}
