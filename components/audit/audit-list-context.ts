"use client";
import { createContext } from "react";
import { useListContext } from "@/components/list/list-context";
import type { ListState } from "@/components/list/use-list-state";
import type { AuditEntry } from "@/lib/audit/schema";
import type { AuditSearch } from "./audit-search";

interface AuditListState extends ListState<AuditSearch> {
  organization: string;
  /** The displayed entries. They contain names that the list of members lacks, such as those of former members. */
  entries: readonly AuditEntry[];
}

export const AuditListContext = createContext<AuditListState | null>(null);

/**
 * Returns the state of the audit log that contains the calling component.
 * @throws Error outside of the audit log
 */
export const useAuditList = () => useListContext(AuditListContext);
