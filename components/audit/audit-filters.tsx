"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense } from "react";
import { type AuditSearch, auditRangeLabels } from "@/components/audit/audit-search";
import { SearchBox } from "@/components/list/search-box";
import { memberListOptions } from "@/components/members/queries";
import { Button } from "@/components/ui/button";
import { formatPeriod } from "@/components/ui/format-time";
import { Popover } from "@/components/ui/popover";
import { useZone } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import type { AuditEntry } from "@/lib/audit/schema";
import type { AuditAction } from "@/lib/values";
import { actionLabels } from "./audit-labels";

const ActionChoices = lazy(() =>
  import("@/components/audit/filter-panels").then((module) => ({ default: module.AuditActionChoices })),
);
const TimeChoices = lazy(() =>
  import("@/components/audit/filter-panels").then((module) => ({ default: module.AuditTimeChoices })),
);

type AuditFiltersProps = {
  organization: string;
  search: AuditSearch;
  onChange: (change: Partial<AuditSearch>) => void;
  /** Null when nothing is filtered. */
  onClear: (() => void) | null;
  /** What is shown, which names people who left and things that act. */
  entries: readonly AuditEntry[];
  searchBox: RefObject<HTMLInputElement | null>;
};

export function AuditFilters({ organization, search, onChange, onClear, entries, searchBox }: AuditFiltersProps) {
  const { action = [], actor, target } = search;
  const time = useTimeWords(search);
  const targetName = entries.find((entry) => entry.target.id === target)?.target.name ?? target;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchBox
        ref={searchBox}
        label="Search the audit log"
        placeholder="Search a name or an id"
        value={search.q}
        onChange={(q) => onChange({ q })}
        className="w-full sm:w-64"
      />
      <Panel
        label="What was done"
        trigger={
          <Button>
            <span className="max-w-44 truncate">{actionWords(action)}</span>
            <ChevronDown aria-hidden className="text-muted-foreground" />
          </Button>
        }
      >
        <ActionChoices selected={action} onChange={(chosen) => onChange({ action: chosen })} />
      </Panel>
      <ActorSelect
        organization={organization}
        entries={entries}
        value={actor}
        onChange={(next) => onChange({ actor: next })}
      />
      <Panel
        label="When"
        trigger={
          <Button className="max-w-full min-w-0">
            <span className="truncate">{time}</span>
            <ChevronDown aria-hidden className="text-muted-foreground" />
          </Button>
        }
      >
        <TimeChoices search={search} onChange={onChange} />
      </Panel>
      {target ? (
        <Button onClick={() => onChange({ target: undefined })} aria-label={`Remove the filter ${targetName}`}>
          <span dir="auto" className="max-w-40 truncate">
            {targetName}
          </span>
          <X aria-hidden />
        </Button>
      ) : null}
      {onClear ? (
        <Button variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

/** The time of the filter in words. */
function useTimeWords({ range, from, to }: AuditSearch): string {
  const zone = useZone();
  return formatPeriod({ from, until: to }, zone) ?? auditRangeLabels[range ?? "any"];
}

function actionWords(chosen: readonly AuditAction[]): string {
  const [first] = chosen;
  if (!first) return "Any change";
  return chosen.length === 1 ? actionLabels[first] : `${chosen.length} kinds of change`;
}

type PanelProps = { label: string; trigger: Parameters<typeof Popover>[0]["trigger"]; children: ReactNode };

function Panel({ label, trigger, children }: PanelProps) {
  return (
    <Popover label={label} trigger={trigger}>
      <Suspense fallback={<Skeleton className="h-40" />}>{children}</Suspense>
    </Popover>
  );
}

type ActorSelectProps = {
  organization: string;
  entries: readonly AuditEntry[];
  value: string | undefined;
  onChange: (actor: string | undefined) => void;
};

/** The members, and whoever else stands in the entries that are shown. */
function ActorSelect({ organization, entries, value, onChange }: ActorSelectProps) {
  const members = useQuery(memberListOptions(organization));
  const names = new Map<string, string>();
  for (const { id, name } of members.data?.data ?? []) names.set(id, name);
  for (const { actor } of entries) if (!names.has(actor.id)) names.set(actor.id, actor.name);
  if (value && !names.has(value)) names.set(value, "Somebody else");
  return (
    <Select
      aria-label="Who did it"
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || undefined)}
      className="min-w-32 flex-1 sm:w-44 sm:flex-none"
    >
      <option value="">Anybody</option>
      {[...names].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
