import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { type AlertStatus, alertTransitions, isClosed } from "@/lib/db/values";
import { Failure } from "@/lib/errors";
import { appendEvents } from "@/lib/events/writes";
import { entityTag, ifMatchAllows } from "@/lib/http/page";
import { notFound, validationFailed } from "@/lib/http/parse";
import { unknownAssignee } from "./create";
import { type AlertRow, alertColumns, toAlert } from "./reads";
import type { Alert, AlertUpdate } from "./schema";

/**
 * Changes an alert: what `change` names and nothing else. A change that alters nothing writes nothing.
 * @param ifMatch the `If-Match` header, or null when the caller takes whatever is there.
 * @throws Failure `not_found`, `version_mismatch`, `invalid_transition`, `validation_failed`, `conflict`.
 */
export async function updateAlert(
  ctx: Context,
  id: string,
  change: AlertUpdate,
  ifMatch: string | null,
): Promise<Alert> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockAlert(tx, ctx, id, change.status);
    if (!ifMatchAllows(ifMatch, before.version)) {
      throw new Failure(
        "version_mismatch",
        "Somebody changed this alert since you read it. Read it again and decide.",
        {
          extra: { current_version: before.version },
          headers: { ETag: entityTag(before.version) },
        },
      );
    }
    const now = new Date().toISOString();
    const after = applyChange(ctx, before, change, now);
    const changes = differences(before, after);
    if (Object.keys(changes).length === 0 && change.comment === undefined) return toAlert(before);
    if (changes.assignee_id && after.assignee_id) await assertMember(tx, ctx, after.assignee_id);
    if (changes.status) await moveDedupKey(tx, ctx, before, after);
    const row = await storeAlert(tx, ctx, after, now);
    const type = changes.status ? "alert.status_changed" : "alert.updated";
    const comment = change.comment === undefined ? {} : { comment: change.comment };
    await appendEvents(tx, ctx, [{ type, subjectId: before.id, data: { changes, ...comment } }]);
    return toAlert(row);
  });
}

// The dedup key's row is locked before the alert's, as creates do; the other order could deadlock with one. Changes of
// one key's alerts queue at an advisory lock, so that whether the row exists does not change in between.
async function lockAlert(
  tx: Transaction,
  ctx: Context,
  id: string,
  status: AlertStatus | undefined,
): Promise<AlertRow> {
  const mine = sql`a.organization_id = ${ctx.organizationId} and a.id = ${decodeId("alert", id)}::uuid`;
  const read = async () => {
    const columns = sql`a.id, a.dedup_key, a.status`;
    const [seen] = await tx.execute<Pick<AlertRow, "id" | "dedup_key" | "status">>(
      sql`select ${columns} from alerts a where ${mine}`,
    );
    return seen;
  };
  const key = (await read())?.dedup_key;
  if (key) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dedup/${ctx.organizationId}/${key}`}, 0))`);
    const seen = await read();
    if (seen && isClosed(seen.status) && status !== undefined && !isClosed(status)) await claimDedupKey(tx, ctx, seen);
    else
      await tx.execute(sql`select from open_dedup_keys
        where organization_id = ${ctx.organizationId} and dedup_key = ${key} for update`);
  }
  const [row] = await tx.execute<AlertRow>(sql`select ${alertColumns} from alerts a where ${mine} for update`);
  if (!row) throw notFound();
  return row;
}

type Mutable = Pick<
  AlertRow,
  | "status"
  | "severity"
  | "title"
  | "description"
  | "tags"
  | "metadata"
  | "assignee_id"
  | "disposition"
  | "disposition_reason"
>;
const mutableColumns = [
  "status",
  "severity",
  "title",
  "description",
  "tags",
  "metadata",
  "assignee_id",
  "disposition",
  "disposition_reason",
] as const satisfies (keyof Mutable)[];

/** The row as it would be after a change. @throws Failure `invalid_transition`, `validation_failed`. */
function applyChange(ctx: Context, before: AlertRow, change: AlertUpdate, now: string): AlertRow {
  const { comment: _comment, assignee_id, ...fields } = change;
  const after: AlertRow = { ...before, ...withoutUndefined(fields) };
  if (assignee_id !== undefined) after.assignee_id = assignee_id === null ? null : decodeId("user", assignee_id);
  const ends = isClosed(after.status);
  if (after.status !== before.status) {
    const allowed = alertTransitions[before.status];
    if (!allowed.includes(after.status)) {
      throw new Failure(
        "invalid_transition",
        `An alert that is ${before.status} can only become ${allowed.join(", ")}.`,
        {
          extra: { from: before.status, to: after.status, allowed },
        },
      );
    }
    stampStatus(ctx, after, now);
    if (!ends && !change.disposition) Object.assign(after, { disposition: null, disposition_reason: null });
  }
  if (after.disposition && !ends) {
    const detail = "Only with the status resolved or dismissed.";
    throw validationFailed([{ pointer: "/disposition", code: "not_closed", detail }]);
  }
  return after;
}

function stampStatus(ctx: Context, row: AlertRow, now: string): void {
  const stamp = (prefix: "acknowledged" | "resolved", set: boolean) => ({
    [`${prefix}_at`]: set ? now : null,
    [`${prefix}_by_kind`]: set ? ctx.actor.kind : null,
    [`${prefix}_by_id`]: set ? ctx.actor.id : null,
    [`${prefix}_by_name`]: set ? ctx.actor.name : null,
  });
  if (row.status === "open") Object.assign(row, stamp("acknowledged", false), stamp("resolved", false));
  else Object.assign(row, stamp(row.status === "acknowledged" ? "acknowledged" : "resolved", true));
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>;
}

/** What differs between two rows, as events tell it: `{ field: { from, to } }`. */
function differences(before: AlertRow, after: AlertRow): Record<string, { from: unknown; to: unknown }> {
  const changed = mutableColumns.filter((column) => !isDeepStrictEqual(before[column], after[column]));
  return Object.fromEntries(changed.map((column) => [column, { from: before[column], to: after[column] }]));
}

async function assertMember(tx: Transaction, ctx: Context, userId: string): Promise<void> {
  const [member] = await tx.execute(sql`select 1 from memberships
    where organization_id = ${ctx.organizationId} and user_id = ${userId}::uuid`);
  if (!member) throw unknownAssignee();
}

/** A closed alert gives its dedup key back; a reopened one takes it again, unless another open alert has it. */
async function moveDedupKey(tx: Transaction, ctx: Context, before: AlertRow, after: AlertRow): Promise<void> {
  if (before.dedup_key === null) return;
  if (isClosed(after.status)) {
    await tx.execute(sql`delete from open_dedup_keys where organization_id = ${ctx.organizationId}
      and dedup_key = ${before.dedup_key} and alert_id = ${before.id}::uuid`);
    return;
  }
  await claimDedupKey(tx, ctx, before);
}

async function claimDedupKey(tx: Transaction, ctx: Context, alert: Pick<AlertRow, "id" | "dedup_key">): Promise<void> {
  const [row] = await tx.execute<{ alert_id: string }>(sql`insert into open_dedup_keys as k
    (organization_id, dedup_key, alert_id) values (${ctx.organizationId}, ${alert.dedup_key}, ${alert.id}::uuid)
    on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id returning k.alert_id`);
  if (row?.alert_id !== alert.id) {
    throw new Failure("conflict", "Another open alert has the same dedup_key. Resolve or dismiss that one first.");
  }
}

async function storeAlert(tx: Transaction, ctx: Context, row: AlertRow, now: string): Promise<AlertRow> {
  const [stored] = await tx.execute<AlertRow>(sql`
    update alerts a set status = ${row.status}, severity = ${row.severity}, title = ${row.title},
      description = ${row.description}, tags = ${sql.param(row.tags)}::text[], metadata = ${JSON.stringify(row.metadata)}::jsonb,
      assignee_id = ${row.assignee_id}::uuid, disposition = ${row.disposition},
      disposition_reason = ${row.disposition_reason}, acknowledged_at = ${row.acknowledged_at}::timestamptz,
      acknowledged_by_kind = ${row.acknowledged_by_kind}, acknowledged_by_id = ${row.acknowledged_by_id}::uuid,
      acknowledged_by_name = ${row.acknowledged_by_name}, resolved_at = ${row.resolved_at}::timestamptz,
      resolved_by_kind = ${row.resolved_by_kind}, resolved_by_id = ${row.resolved_by_id}::uuid,
      resolved_by_name = ${row.resolved_by_name}, version = a.version + 1, updated_at = ${now}::timestamptz
    where a.organization_id = ${ctx.organizationId} and a.id = ${row.id}::uuid
    returning ${alertColumns}`);
  if (!stored) throw notFound();
  return stored;
}
