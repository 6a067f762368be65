"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { AuditFilters } from "@/components/audit/audit-filters";
import { AuditList } from "@/components/audit/audit-list";
import { auditSearch, toAuditFilter } from "@/components/audit/audit-search";
import { NoAuditEntries, NoAuditMatches } from "@/components/audit/audit-states";
import { ExportButton } from "@/components/audit/export-button";
import { LoadMore } from "@/components/list/load-more";
import { useListState } from "@/components/list/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { useShortcuts } from "@/components/shell/shortcuts";
import { StaleNotice } from "@/components/shell/stale-notice";
import { cn } from "@/components/ui/cn";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { auditLogOptions } from "./queries";

export function AuditBrowser({ organization }: { organization: string }) {
  const { search, patch, isFiltered, clearFilters } = useListState(auditSearch, `/${organization}/settings/audit-log`);
  const searchBox = useRef<HTMLInputElement>(null);
  const filter = toAuditFilter(search);
  const query = useInfiniteQuery({ ...auditLogOptions(organization, filter), placeholderData: keepPreviousData });
  const entries = query.data?.pages.flatMap((page) => page.data) ?? [];
  const isEmpty = query.data !== undefined && entries.length === 0 && !query.isPlaceholderData;
  useShortcuts("Audit log", [{ keys: "/", description: "Search", run: () => searchBox.current?.focus() }]);

  return (
    <>
      <PageHeader
        title="Audit log"
        actions={<ExportButton organization={organization} filter={filter} disabled={entries.length === 0} />}
      />
      {isEmpty && !isFiltered ? (
        <NoAuditEntries />
      ) : (
        <AuditFilters
          organization={organization}
          search={search}
          onChange={patch}
          onClear={isFiltered ? clearFilters : null}
          entries={entries}
          searchBox={searchBox}
        />
      )}
      <StaleNotice query={query} />
      {query.isPending ? <RowsSkeleton label="Loading the audit log" /> : null}
      <QueryError title="The audit log did not load" query={query} />
      {isEmpty && isFiltered ? <NoAuditMatches onClear={clearFilters} /> : null}
      {entries.length > 0 ? (
        <div
          className={cn("transition-opacity", query.isPlaceholderData && "opacity-60")}
          aria-busy={query.isPlaceholderData}
        >
          <AuditList entries={entries} onActor={(actor) => patch({ actor })} onTarget={(target) => patch({ target })} />
          <LoadMore query={query} count={entries.length} noun={["entry", "entries"]} label="Load older entries" />
        </div>
      ) : null}
    </>
  );
}
