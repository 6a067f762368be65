import { infiniteQueryOptions } from "@tanstack/react-query";
import { addressOf, call } from "@/lib/http/call";
import type { listAuditLog } from "./operations";
import type { AuditExportQuery } from "./schema";

/** Prefix of everything that is read of the audit log. */
export const auditKey = ["audit-log"] as const;

export const ENTRIES_PER_PAGE = 50;

export type AuditFilter = AuditExportQuery;

export function auditLogQuery(organization: string, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...auditKey, organization, filter],
    queryFn: ({ pageParam, signal }) =>
      call<typeof listAuditLog>("GET /audit-log", {
        organization,
        query: { ...filter, limit: ENTRIES_PER_PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Where the file of what matches comes from; the request must name the organization. */
export function auditExportAddress(filter: AuditFilter): string {
  return addressOf("/audit-log/export", { query: filter });
}
