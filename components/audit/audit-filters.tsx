"use client";
import type { RefObject } from "react";
import { useAuditFacets } from "@/components/audit/facets";
import { FilterBar } from "@/components/list/filter-bar";
import { SearchBox } from "@/components/list/search-box";
import { useAuditList } from "./audit-list-context";

/** The filter bar of the audit log: search by name or ID, and facets. */
export function AuditFilters({ searchRef }: { searchRef: RefObject<HTMLInputElement | null> }) {
  const list = useAuditList();
  const facets = useAuditFacets();
  const { search, patch } = list;
  return (
    <FilterBar
      list={list}
      noun="entries"
      facets={facets}
      search={
        <SearchBox
          ref={searchRef}
          label="Search the audit log"
          placeholder="Search by name or ID"
          value={search.q}
          onChange={(q) => patch({ q })}
        />
      }
      className="mb-4"
    />
  );
}
