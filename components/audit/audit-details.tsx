"use client";
import { ArrowRight, ListFilter } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Fact } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AuditEntry } from "@/lib/audit/schema";
import { type AuditDifference, actorLabels, formatFieldName, formatValue, listDifferences } from "./audit-labels";

type AuditDetailsProps = { id: string; entry: AuditEntry; onActor: () => void; onTarget: () => void };

/** Shows the changed values of an entry, and all known details of its request. */
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
          {entry.ip ? <code className="font-mono text-xs">{entry.ip}</code> : "Not caused by a request"}
        </Fact>
        <Fact label={actorLabels[entry.actor.kind]} mono copy={entry.actor.id} />
        <Fact label="Changed" mono copy={entry.target.id} />
        <Fact label="Request id" mono copy={entry.request_id} />
        <Fact label="Browser or client">{entry.user_agent}</Fact>
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
