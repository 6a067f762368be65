import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { runStatement } from "@/lib/db/drizzle";
import { decodeId, encodeId, timeOfId } from "@/lib/db/ids";
import type { RecordOf } from "@/lib/db/record";
import type { requests } from "@/lib/db/tables/records";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { CUT } from "@/lib/http/log/request-line";
import { countInTime, searchInTime } from "@/lib/http/reply/count";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { actorIdKind } from "@/lib/http/wire";
import { MAX_LOGGED_BODY } from "@/lib/limits";
import { requestCondition, timeCondition } from "./condition";
import type { RequestDetail, RequestEntry, RequestList, RequestListQuery } from "./schema";

type DetailColumn = "detail" | "errors" | "request_body";
type DetailRow = Omit<RecordOf<typeof requests>, "created_at"> & { credential_name: string | null };
type RequestRow = Omit<DetailRow, DetailColumn>;

const columns = sql.raw(`r.organization_id, r.id, r.method, r.route, r.target, r.status, r.code, r.duration_ms,
  r.credential_kind, r.credential_id, r.ip, r.user_agent`);

/**
 * Returns a query that adds the current names of credentials to rows of the log. Apps are looked up in all
 * organizations, because an app may call organizations other than its own.
 */
function named(rows: SQL): SQL {
  return sql`select r.*, coalesce(k.name, a.name) as credential_name
    from (${rows}) r
    left join api_keys k on k.organization_id = r.organization_id and k.id = r.credential_id
    left join oauth_apps a on a.id = r.credential_id and r.credential_kind = 'oauth_app'
    order by r.id desc`;
}

/**
 * Returns a page of the request log, newest first.
 * @throws Failure `invalid_cursor`, or `validation_failed` if searching or counting takes too long.
 */
export async function readRequests(ctx: Context, query: RequestListQuery): Promise<RequestList> {
  const { limit, cursor, include_total, id, from, to, ...filters } = query;
  const identity = listIdentity("requests", query);
  const [before] = cursor ? decodeCursor(ctx, identity, cursor) : [];
  const only = id === undefined ? sql`` : sql` and r.id = ${decodeId("request", id)}::uuid`;
  const wanted = sql`${requestCondition(ctx, filters)}${timeCondition(from, to)}${only}`;
  const older = before === undefined ? sql`` : sql` and r.id < ${before}::uuid`;
  const page = named(sql`
    select ${columns} from requests r where ${wanted}${older} order by r.id desc limit ${limit + 1}`);
  const [rows, total] = await Promise.all([
    searchInTime("requests", () => runStatement<RequestRow>(ctx.db, page, { prepare: false })),
    include_total ? countOf(ctx, wanted) : undefined,
  ]);
  return toPage(ctx, rows, { limit, identity, position: ({ id }) => [id], toWire: toEntry, total });
}

async function countOf(ctx: Context, wanted: SQL): Promise<number> {
  const count = sql`select count(*)::int as total from requests r where ${wanted}`;
  const [row] = await countInTime("requests", () => runStatement<{ total: number }>(ctx.db, count, { prepare: false }));
  return row?.total ?? 0;
}

/**
 * Returns one request of the log, with its error and body.
 * @throws Failure `not_found`.
 */
export async function readRequest(ctx: Context, id: string): Promise<RequestDetail> {
  const [row] = await ctx.db.execute<DetailRow>(
    named(sql`select ${columns}, r.detail, r.errors, r.request_body from requests r
      where r.organization_id = ${ctx.organizationId} and r.id = ${decodeId("request", id)}::uuid`),
  );
  if (!row) throw notFound();
  const { detail, errors, request_body: body } = row;
  const isCut = body !== null && body.length > MAX_LOGGED_BODY && body.endsWith(CUT);
  return {
    ...toEntry(row),
    problem: detail === null ? null : { title: titleOf(row.code), detail, errors: errors ?? [] },
    request_body: isCut ? body.slice(0, -CUT.length) : body,
    request_body_cut: isCut,
  };
}

function toEntry(row: RequestRow): RequestEntry {
  return {
    id: encodeId("request", row.id),
    created_at: timeOfId(row.id).toISOString(),
    method: row.method,
    route: row.route,
    target: row.target,
    status: row.status,
    code: row.code,
    duration_ms: row.duration_ms,
    credential: {
      kind: row.credential_kind,
      id: encodeId(actorIdKind(row.credential_kind), row.credential_id),
      name: row.credential_name,
    },
    ip: row.ip,
    user_agent: row.user_agent,
  };
}

function titleOf(code: string | null): string | null {
  return code !== null && code in errorCodes ? errorCodes[code as ErrorCode].title : null;
}
