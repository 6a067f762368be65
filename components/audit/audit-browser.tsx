"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { AuditFilters } from "@/components/audit/audit-filters";
import { AuditList } from "@/components/audit/audit-list";
import { auditSearch, toAuditFilter } from "@/components/audit/audit-search";
import { ExportButton } from "@/components/audit/export-button";
import { isListEmpty, ListBody, ListEmpty } from "@/components/list/list-body";
import { rowsOf } from "@/components/list/paged-query";
import { useListState } from "@/components/list/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import { useShortcuts } from "@/components/shell/shortcuts";
import { AuditListContext } from "./audit-list-context";
import { auditLogOptions } from "./queries";

/** The audit log page. Its filters are in the URL. */
export function AuditBrowser({ organization }: { organization: string }) {
  const list = useListState(auditSearch, `/${organization}/settings/audit-log`);
  const { search, patch, isFiltered, clearFilters } = list;
  const filter = toAuditFilter(search);
  const query = useInfiniteQuery({ ...auditLogOptions(organization, filter), placeholderData: keepPreviousData });
  const entries = useMemo(() => rowsOf(query.data), [query.data]);
  const state = useMemo(() => ({ ...list, organization, entries }), [list, organization, entries]);
  const searchRef = useRef<HTMLInputElement>(null);
  useShortcuts("Audit log", [{ keys: "/", description: "Search", run: () => searchRef.current?.focus() }]);

  return (
    <AuditListContext value={state}>
      <PageHeader
        title="Audit log"
        actions={<ExportButton organization={organization} filter={filter} disabled={entries.length === 0} />}
      />
      {isListEmpty(query, entries.length) && !isFiltered ? null : <AuditFilters searchRef={searchRef} />}
      <ListBody
        query={query}
        noun={["entry", "entries"]}
        name="audit log"
        count={entries.length}
        isFiltered={isFiltered}
        onClear={clearFilters}
        empty={
          <ListEmpty
            scene="log"
            title="No changes yet"
            description="Changes to settings, keys, apps and members appear here."
          />
        }
        more={{ query, label: "Load older entries" }}
      >
        <AuditList entries={entries} onActor={(actor) => patch({ actor })} onTarget={(target) => patch({ target })} />
      </ListBody>
    </AuditListContext>
  );
}
