import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, firstIdAt } from "@/lib/db/ids";
import type { RequestHistogramQuery } from "./schema";

type Filters = Partial<Omit<RequestHistogramQuery, "from" | "to">>;

const list = (values: readonly string[], type: "text" | "uuid") => sql`any(${sql.param(values)}::${sql.raw(type)}[])`;

/** Returns whether a filter uses columns that only `requests` has, and `request_counts` lacks. */
export function needsRows({ code, ip, min_ms, max_ms }: Filters): boolean {
  return [code, ip, min_ms, max_ms].some((one) => one !== undefined);
}

/** Returns the SQL condition for rows of `requests` or `request_counts`. Both tables use the same column names. */
export function requestCondition(ctx: Context, filters: Filters): SQL {
  const { credential, method, route, status, code, ip, min_ms, max_ms } = filters;
  const parts: SQL[] = [sql`r.organization_id = ${ctx.organizationId}`];
  if (credential) parts.push(sql`r.credential_id = ${list(credential.map(uuidOf), "uuid")}`);
  if (method) parts.push(sql`r.method = ${list(method, "text")}`);
  if (route) parts.push(sql`r.route = ${list(route, "text")}`);
  if (status) parts.push(sql`(${sql.join(status.map(ofStatus), sql` or `)})`);
  if (code) parts.push(sql`r.code = ${list(code, "text")}`);
  if (ip !== undefined) parts.push(sql`r.ip = ${ip}`);
  if (min_ms !== undefined) parts.push(sql`r.duration_ms >= ${min_ms}::int`);
  if (max_ms !== undefined) parts.push(sql`r.duration_ms <= ${max_ms}::int`);
  // Rejected requests are few and have a partial index. PostgreSQL uses it only if the condition repeats its
  // predicate.
  if (code || status?.every((one) => one >= "4")) parts.push(sql`r.status >= 400`);
  return sql.join(parts, sql` and `);
}

/**
 * Returns the SQL condition for requests in a period. It compares IDs, which start with their creation time (RFC
 * 9562 §5.7).
 */
export function timeCondition(from: string | undefined, to: string | undefined): SQL {
  const start = from === undefined ? sql`` : sql` and r.id >= ${firstIdAt(new Date(from))}::uuid`;
  return to === undefined ? start : sql`${start} and r.id < ${firstIdAt(new Date(to))}::uuid`;
}

function ofStatus(status: string): SQL {
  if (!status.endsWith("xx")) return sql`r.status = ${Number(status)}::smallint`;
  const first = Number(status[0]) * 100;
  return sql`r.status between ${first}::smallint and ${first + 99}::smallint`;
}

function uuidOf(id: string): string {
  return decodeId("key", id) ?? decodeId("app", id) ?? "";
}
