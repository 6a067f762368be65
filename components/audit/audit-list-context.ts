"use client";
import { createContext } from "react";
import { useListContext } from "@/components/list/list-context";
import type { ListState } from "@/components/list/use-list-state";
import type { AuditEntry } from "@/lib/audit/schema";
import type { AuditSearch } from "./audit-search";

interface AuditListState extends ListState<AuditSearch> {
  organization: string;
  /** The displayed entries. They contain the names of former members, systems and changed items. */
  entries: readonly AuditEntry[];
}

export const AuditListContext = createContext<AuditListState | null>(null);

/** The state of the surrounding audit log. */
export const useAuditList = () => useListContext(AuditListContext);
