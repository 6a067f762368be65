"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useRef } from "react";
import { AuditFilters } from "@/components/audit/audit-filters";
import { AuditList } from "@/components/audit/audit-list";
import { auditSearch, emptyAuditSearch, toAuditFilter } from "@/components/audit/audit-search";
import { NoAuditEntries, NoAuditMatches } from "@/components/audit/audit-states";
import { ExportButton } from "@/components/audit/export-button";
import { LoadMore } from "@/components/shell/load-more";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { useShortcuts } from "@/components/shell/shortcuts";
import { StaleNotice } from "@/components/shell/stale-notice";
import { cn } from "@/components/ui/cn";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { useDebounced } from "@/components/ui/use-debounced";
import { auditLogOptions } from "./queries";

export function AuditBrowser({ organization }: { organization: string }) {
  const [search, setSearch] = useQueryStates(auditSearch);
  const searchBox = useRef<HTMLInputElement>(null);
  const q = useDebounced(search.q);
  const filter = toAuditFilter({ ...search, q });
  const list = useInfiniteQuery({ ...auditLogOptions(organization, filter), placeholderData: keepPreviousData });
  const entries = list.data?.pages.flatMap((page) => page.data) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = list.data !== undefined && entries.length === 0 && !list.isPlaceholderData;
  useShortcuts("Audit log", [{ keys: "/", description: "Search", run: () => searchBox.current?.focus() }]);

  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what in this organization, and from where. Entries are never changed or deleted."
        actions={<ExportButton organization={organization} filter={filter} disabled={entries.length === 0} />}
      />
      {isEmpty && !isFiltered ? (
        <NoAuditEntries />
      ) : (
        <AuditFilters
          organization={organization}
          search={search}
          onChange={(change) => void setSearch(change)}
          onClear={isFiltered ? () => void setSearch(emptyAuditSearch) : null}
          entries={entries}
          searchBox={searchBox}
        />
      )}
      <StaleNotice query={list} />
      {list.isPending ? <RowsSkeleton label="Loading the audit log" /> : null}
      <QueryError title="The audit log did not load" query={list} />
      {isEmpty && isFiltered ? <NoAuditMatches onClear={() => void setSearch(emptyAuditSearch)} /> : null}
      {entries.length > 0 ? (
        <div
          className={cn("transition-opacity", list.isPlaceholderData && "opacity-60")}
          aria-busy={list.isPlaceholderData}
        >
          <AuditList
            entries={entries}
            onActor={(actor) => void setSearch({ actor })}
            onTarget={(target) => void setSearch({ target })}
          />
          <LoadMore query={list} shown={entries.length} noun={["entry", "entries"]} label="Load older entries" />
        </div>
      ) : null}
    </>
  );
}
