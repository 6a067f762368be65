import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import { decodeId, newId, timeOfId } from "@/lib/db/ids";
import { type AlertStatus, alertTransitions } from "@/lib/db/values";
import { Failure } from "@/lib/errors";
import { appendEvents } from "@/lib/events/writes";
import { entityTag, ifMatchAllows } from "@/lib/http/page";
import { notFound, validationFailed } from "@/lib/http/parse";
import { type AlertRow, alertColumns, toAlert } from "./reads";
import type { Alert, AlertCreate, AlertUpdate } from "./schema";

const MAX_ATTEMPTS = 5;

type Created = AlertRow & { is_new: boolean; camera_found: boolean; assignee_found: boolean };

/**
 * Stores an alert with its event in one statement: finds the camera, takes or finds the dedup key, inserts the alert
 * or counts the one that is already open. Nothing is stored when the camera is unknown.
 * @returns the alert, and `deduplicated: true` when an open or acknowledged one with the same key was counted up.
 * @throws Failure `unknown_camera`, `validation_failed` for an assignee who is not a member.
 */
export async function createAlert(ctx: Context, input: AlertCreate): Promise<Alert> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await insertAlert(ctx, input);
    if (row && !row.camera_found) throw unknownCamera();
    if (row && !row.assignee_found) throw unknownAssignee();
    if (row?.id) return row.is_new ? toAlert(row) : { ...toAlert(row), deduplicated: true };
    // The key's alert was stored or closed by a neighbour after this statement began: a new statement sees it.
  }
  throw new Failure("conflict", "Alerts with this dedup_key are changing at this very moment. Send it again.");
}

async function insertAlert(ctx: Context, input: AlertCreate): Promise<Created | undefined> {
  const id = newId();
  const createdAt = timeOfId(id).toISOString();
  const occurredAt = input.occurred_at ?? createdAt;
  const { kind, id: actorId, name } = ctx.actor;
  const isOpen = input.status === "open" || input.status === "acknowledged";
  const acknowledged = input.status === "acknowledged" ? createdAt : null;
  const resolved = isOpen ? null : createdAt;
  const by = (time: string | null) =>
    time
      ? sql`${time}::timestamptz, ${kind}::text, ${actorId}::uuid, ${name}::text`
      : sql`null::timestamptz, null::text, null::uuid, null::text`;
  const [row] = await ctx.db.execute<Created>(sql`
    with target as (
      select (select c.id from cameras c
              where c.organization_id = ${ctx.organizationId} and c.archived_at is null
                and (c.id = ${decodeId("camera", input.camera_id)}::uuid or c.external_id = ${input.camera_id})
              order by c.id = ${decodeId("camera", input.camera_id)}::uuid desc limit 1) as camera_id,
             ${assigneeFound(ctx, input.assignee_id)} as assignee_found
    ), dedup as (${dedupStatement(ctx, input.dedup_key, id, isOpen)}),
    fresh as (
      insert into alerts (organization_id, id, camera_id, use_case, status, severity, title, description, occurred_at,
        dedup_key, confidence, media, tags, metadata, assignee_id, disposition, disposition_reason, last_occurred_at,
        source_kind, source_id, source_name, created_at, updated_at,
        acknowledged_at, acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name,
        resolved_at, resolved_by_kind, resolved_by_id, resolved_by_name)
      select ${ctx.organizationId}, ${id}, t.camera_id, ${input.use_case}, ${input.status}, ${input.severity},
        ${input.title ?? null}, ${input.description ?? null}, ${occurredAt}::timestamptz, ${input.dedup_key ?? null},
        ${input.confidence ?? null}, ${JSON.stringify(input.media)}::jsonb, ${sql.param(input.tags)}::text[],
        ${JSON.stringify(input.metadata)}::jsonb, ${input.assignee_id ? decodeId("user", input.assignee_id) : null},
        ${input.disposition ?? null}, ${input.disposition_reason ?? null}, ${occurredAt}::timestamptz,
        ${kind}, ${actorId}, ${name}, ${createdAt}::timestamptz, ${createdAt}::timestamptz,
        ${by(acknowledged)}, ${by(resolved)}
      from target t
      where t.camera_id is not null and t.assignee_found and not exists (select from dedup where alert_id <> ${id}::uuid)
      returning *
    ), again as (
      update alerts a set occurrence_count = a.occurrence_count + 1, updated_at = ${createdAt}::timestamptz,
        last_occurred_at = greatest(a.last_occurred_at, ${occurredAt}::timestamptz)
      from target t
      where a.organization_id = ${ctx.organizationId} and a.id = (select alert_id from dedup where alert_id <> ${id}::uuid)
        and t.camera_id is not null and t.assignee_found and a.status in ('open', 'acknowledged')
      returning a.*
    ), told as (
      insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)
      select ${ctx.organizationId}, ${newId()}, e.type, e.id, ${kind}, ${actorId}, ${name}, e.data
      from (select 'alert.created' as type, id, '{}'::jsonb as data from fresh
            union all
            select 'alert.reoccurred', id, jsonb_build_object('occurrence_count', occurrence_count) from again) e
    )
    select ${alertColumns}, a.is_new, t.camera_id is not null as camera_found, t.assignee_found
    from target t left join (select *, true as is_new from fresh union all select *, false from again) a on true`);
  return row;
}

function assigneeFound(ctx: Context, assignee: string | null | undefined) {
  if (!assignee) return sql`true`;
  return sql`exists (select from memberships m where m.organization_id = ${ctx.organizationId}
    and m.user_id = ${decodeId("user", assignee)}::uuid)`;
}

// The row of the key is the lock: simultaneous creates with one key queue here and all but the first find its alert.
function dedupStatement(ctx: Context, key: string | null | undefined, id: string, isOpen: boolean) {
  if (!key) return sql`select null::uuid as alert_id where false`;
  const known = sql`select alert_id from open_dedup_keys where organization_id = ${ctx.organizationId} and dedup_key = ${key}`;
  if (!isOpen) return sql`${known} for update`;
  return sql`insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)
    select ${ctx.organizationId}, ${key}, ${id}::uuid from target t where t.camera_id is not null and t.assignee_found
    on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id returning k.alert_id`;
}

function unknownCamera(): Failure {
  const detail = "No camera of your organization has this id or external_id. Onboard it first with POST /cameras.";
  return new Failure("unknown_camera", detail, {
    errors: [{ pointer: "/camera_id", code: "unknown_camera", detail: "Not a camera of your organization." }],
  });
}

function unknownAssignee(): Failure {
  return validationFailed([
    { pointer: "/assignee_id", code: "not_a_member", detail: "Must be a member of the organization." },
  ]);
}

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

const isClosed = (status: AlertStatus) => status === "resolved" || status === "dismissed";

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
