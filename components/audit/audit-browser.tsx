"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useRef } from "react";
import { useSettled } from "@/components/alerts/use-settled";
import { AuditFilters } from "@/components/audit/audit-filters";
import { AuditList } from "@/components/audit/audit-list";
import { auditSearch, noAuditSearch, toAuditFilter } from "@/components/audit/audit-search";
import { AuditSkeleton, NoAuditEntries, NoAuditMatches } from "@/components/audit/audit-states";
import { ExportButton } from "@/components/audit/export-button";
import { problemWords, requestIdOf } from "@/components/settings/mutation-problem";
import { ErrorState } from "@/components/shell/error-state";
import { PageHeader } from "@/components/shell/page-header";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { auditLogQuery } from "@/lib/audit/queries";

export function AuditBrowser({ organization }: { organization: string }) {
  const [search, setSearch] = useQueryStates(auditSearch);
  const searchBox = useRef<HTMLInputElement>(null);
  const q = useSettled(search.q);
  const filter = toAuditFilter({ ...search, q });
  const list = useInfiniteQuery({ ...auditLogQuery(organization, filter), placeholderData: keepPreviousData });
  const entries = list.data?.pages.flatMap((page) => page.data) ?? [];
  const isFiltered = Object.keys(toAuditFilter(search)).length > 0;
  const isEmpty = list.isSuccess && entries.length === 0 && !list.isPlaceholderData;
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
          onClear={isFiltered ? () => void setSearch(noAuditSearch) : null}
          entries={entries}
          searchBox={searchBox}
        />
      )}
      {list.isPending ? <AuditSkeleton /> : null}
      {list.isLoadingError ? (
        <ErrorState
          title="The audit log did not load"
          detail={problemWords(list.error)}
          requestId={requestIdOf(list.error) ?? undefined}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {isEmpty && isFiltered ? <NoAuditMatches onClear={() => void setSearch(noAuditSearch)} /> : null}
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
          <div className="flex flex-col items-center gap-3 py-4 text-xs text-muted-foreground">
            {list.isFetchNextPageError ? <p role="alert">The next entries did not load.</p> : null}
            {list.hasNextPage ? (
              <Button onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
                Load older entries
              </Button>
            ) : null}
            <p role="status">
              {entries.length} {entries.length === 1 ? "entry" : "entries"} shown
              {list.hasNextPage ? ", there are more" : ""}
            </p>
          </div>
        </div>
      ) : null}
    </>
  );
}
