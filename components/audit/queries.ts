import { pagedQueryOptions } from "@/components/list/paged-query";
import type { listAuditLog } from "@/lib/audit/operations";
import type { AuditExportQuery } from "@/lib/audit/schema";
import { type Call, callApi, callHref } from "@/lib/http/call";
import { DAY_MS } from "@/lib/time";

/** Key prefix of all audit log queries. */
const auditKey = ["audit-log"] as const;

/** The lengths of the relative time ranges, in milliseconds. */
const rangeLengths = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS } as const;
export type AuditRange = keyof typeof rangeLengths;
export const auditRanges = Object.keys(rangeLengths) as AuditRange[];

/** The API's filters plus relative time ranges. */
export type AuditFilter = AuditExportQuery & { range?: AuditRange };

/** Converts a filter to the API's query, with a relative time range resolved to now. */
function atThisMoment({ range, ...filter }: AuditFilter): AuditExportQuery {
  if (!range) return filter;
  return { ...filter, created_after: new Date(Date.now() - rangeLengths[range]).toISOString() };
}

export function auditLogOptions(organization: string, filter: AuditFilter, call: Call = callApi) {
  return pagedQueryOptions({
    queryKey: [...auditKey, organization, filter],
    query: () => atThisMoment(filter),
    read: (query, signal) => call<typeof listAuditLog>("GET /audit-log", { organization, query, signal }),
  });
}

/** Returns the URL of the CSV export. The request must send the organization header. */
export function auditExportHref(filter: AuditFilter): string {
  return callHref("/audit-log/export", { query: atThisMoment(filter) });
}
