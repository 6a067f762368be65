"use client";
import { createContext } from "react";
import { useListContext } from "@/components/list/list-context";
import type { ListState } from "@/components/list/use-list-state";
import type { AuditEntry } from "@/lib/audit/schema";
import type { AuditSearch } from "./audit-search";

interface AuditListState extends ListState<AuditSearch> {
  organization: string;
  /** What is shown: it names people who left, things that act and things that were changed. */
  entries: readonly AuditEntry[];
}

export const AuditListContext = createContext<AuditListState | null>(null);

/** The state of the audit log around this. */
export const useAuditList = () => useListContext(AuditListContext);
