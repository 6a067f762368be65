import { pagedQueryOptions } from "@/components/list/paged-query";
import type { listAuditLog } from "@/lib/audit/operations";
import type { AuditExportQuery } from "@/lib/audit/schema";
import { type Call, callApi, callHref } from "@/lib/http/call";
import { DAY_MS } from "@/lib/time";

/** Prefix of everything that is read of the audit log. */
const auditKey = ["audit-log"] as const;

/** Time ranges that move with the clock, in milliseconds. */
const rangeLengths = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS } as const;
export type AuditRange = keyof typeof rangeLengths;
export const auditRanges = Object.keys(rangeLengths) as AuditRange[];

/** Filters of the API, and ranges that move with the clock. */
export type AuditFilter = AuditExportQuery & { range?: AuditRange };

/** The filter as the API takes it, its moving range fixed at this moment. */
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

/** Where the file of what matches comes from; the request must name the organization. */
export function auditExportHref(filter: AuditFilter): string {
  return callHref("/audit-log/export", { query: atThisMoment(filter) });
}
