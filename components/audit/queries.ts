import { infiniteQueryOptions } from "@tanstack/react-query";
import type { listAuditLog } from "@/lib/audit/operations";
import type { AuditExportQuery, AuditLog, AuditLogQuery } from "@/lib/audit/schema";
import { callApi, callHref } from "@/lib/http/call";
import { DAY_MS } from "@/lib/time";

/** Prefix of everything that is read of the audit log. */
const auditKey = ["audit-log"] as const;

const ENTRIES_PER_PAGE = 50;

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

type ReadPage = (query: AuditLogQuery, signal?: AbortSignal) => Promise<AuditLog>;

/** The list as the browser shows it. The server passes its own `read`, so that page and API run the same code. */
export function auditLogOptions(organization: string, filter: AuditFilter, read?: ReadPage) {
  const readPage: ReadPage =
    read ??
    ((query, signal) =>
      callApi<typeof listAuditLog>("GET /audit-log", { organization, query, ...(signal && { signal }) }));
  return infiniteQueryOptions({
    queryKey: [...auditKey, organization, filter],
    initialPageParam: null as { cursor: string; query: AuditExportQuery } | null,
    queryFn: async ({ pageParam, signal }) => {
      // A cursor is bound to its filter, therefore a moving range is fixed once per first page.
      const query = pageParam?.query ?? atThisMoment(filter);
      const cursor = pageParam && { cursor: pageParam.cursor };
      return { ...(await readPage({ ...query, limit: ENTRIES_PER_PAGE, ...cursor }, signal)), query };
    },
    getNextPageParam: ({ next_cursor: cursor, query }) => (cursor ? { cursor, query } : undefined),
  });
}

/** Where the file of what matches comes from; the request must name the organization. */
export function auditExportHref(filter: AuditFilter): string {
  return callHref("/audit-log/export", { query: atThisMoment(filter) });
}
