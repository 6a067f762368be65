import { and, count, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId } from "@/lib/db/ids";
import { containsText } from "@/lib/db/search";
import { auditEntries } from "@/lib/db/tables/records";
import { countInTime } from "@/lib/http/reply/count";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { actorIdKind } from "@/lib/http/wire";
import { actorKinds } from "@/lib/values";
import type { AuditEntry, AuditExportQuery, AuditLog, AuditLogQuery } from "./schema";

const columns = {
  id: auditEntries.id,
  action: auditEntries.action,
  actorKind: auditEntries.actorKind,
  actorId: auditEntries.actorId,
  actorName: auditEntries.actorName,
  targetId: auditEntries.targetId,
  targetName: auditEntries.targetName,
  before: auditEntries.before,
  after: auditEntries.after,
  ip: auditEntries.ip,
  userAgent: auditEntries.userAgent,
  requestId: auditEntries.requestId,
  createdAt: auditEntries.createdAt,
};
type Row = Pick<typeof auditEntries.$inferSelect, keyof typeof columns>;

function toAuditEntry(row: Row): AuditEntry {
  return {
    id: encodeId("audit", row.id),
    action: row.action,
    created_at: row.createdAt.toISOString(),
    actor: { kind: row.actorKind, id: encodeId(actorIdKind(row.actorKind), row.actorId), name: row.actorName },
    target: { id: row.targetId, name: row.targetName },
    before: row.before,
    after: row.after,
    ip: row.ip,
    user_agent: row.userAgent,
    request_id: row.requestId,
  };
}

function condition(ctx: Context, query: AuditExportQuery): SQL | undefined {
  const q = query.q?.trim();
  return and(
    eq(auditEntries.organizationId, ctx.organizationId),
    query.action && sql`${auditEntries.action} = any(${sql.param(query.action)}::text[])`,
    query.actor_id ? eq(auditEntries.actorId, actorUuid(query.actor_id)) : undefined,
    query.target_id ? eq(auditEntries.targetId, query.target_id) : undefined,
    query.created_after ? gte(auditEntries.createdAt, new Date(query.created_after)) : undefined,
    query.created_before ? lt(auditEntries.createdAt, new Date(query.created_before)) : undefined,
    q
      ? or(
          containsText(auditEntries.actorName, q),
          containsText(auditEntries.targetName, q),
          eq(auditEntries.targetId, q),
          eq(auditEntries.requestId, q),
        )
      : undefined,
  );
}

function actorUuid(id: string): string {
  const uuids = actorKinds.map((kind) => decodeId(actorIdKind(kind), id));
  return uuids.find((uuid) => uuid !== null) ?? "";
}

/**
 * Returns up to `limit` entries that match the query, newest first. If `before` (a UUID) is given, they are older
 * than that entry.
 */
export async function readEntries(
  ctx: Context,
  query: AuditExportQuery,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<{ id: string; entry: AuditEntry }[]> {
  const rows = await ctx.db
    .select(columns)
    .from(auditEntries)
    .where(and(condition(ctx, query), before === undefined ? undefined : lt(auditEntries.id, before)))
    .orderBy(desc(auditEntries.id))
    .limit(limit);
  return rows.map((row) => ({ id: row.id, entry: toAuditEntry(row) }));
}

function countEntries(ctx: Context, query: AuditExportQuery) {
  return countInTime("entries", () =>
    ctx.db.select({ total: count() }).from(auditEntries).where(condition(ctx, query)),
  );
}

/**
 * Returns a page of the organization's audit log, newest first (keyset by ID).
 * @throws Failure `invalid_cursor`, or `validation_failed` if counting takes too long.
 */
export async function readAuditLog(ctx: Context, query: AuditLogQuery): Promise<AuditLog> {
  const { limit, cursor } = query;
  const identity = listIdentity("audit-log", query);
  const before = cursor ? String(decodeCursor(ctx, identity, cursor)[0]) : undefined;
  const [rows, counted] = await Promise.all([
    readEntries(ctx, query, { before, limit: limit + 1 }),
    query.include_total ? countEntries(ctx, query) : [],
  ]);
  const total = counted[0]?.total;
  return toPage(ctx, rows, { limit, identity, position: ({ id }) => [id], toWire: ({ entry }) => entry, total });
}
