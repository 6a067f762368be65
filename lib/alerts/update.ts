import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import { decodeId, encodeId } from "@/lib/db/ids";
import { type Failure, isFailure } from "@/lib/errors";
import { appendEvents } from "@/lib/events/writes";
import { notFound, validationFailed } from "@/lib/http/failures";
import { versionFailure } from "@/lib/http/reply/entity-tag";
import { MAX_TAGS } from "@/lib/limits";
import { type AlertStatus, alertStatuses, alertTransitions, isClosed } from "@/lib/values";
import { alertColumns, alertColumnType, columnsOf } from "./columns";
import { dedupKeyTaken, invalidTransition, unknownAssignee } from "./failures";
import { type ChangeableField, changeableFields } from "./fields";
import { type AlertRecord, toAlert, toEventSnapshot } from "./row";
import type { Alert, AlertUpdate } from "./schema";

/**
 * Changes an alert: what `change` names and nothing else. A change that alters nothing writes nothing, unless it has
 * a comment: that is kept in the timeline, and the version stays.
 * @param ifMatch the `If-Match` header, or null when the caller takes whatever is there.
 * @throws Failure `not_found`, `version_mismatch`, `invalid_transition`, `validation_failed`, `conflict`.
 */
export async function changeAlert(
  ctx: Context,
  id: string,
  change: AlertUpdate,
  ifMatch: string | null,
): Promise<Alert> {
  const uuid = decodeId("alert", id) ?? "";
  return ctx.db.transaction(async (tx) => {
    const result = (await changeAlerts(tx, ctx, [uuid], change, { ifMatch })).get(uuid) ?? notFound();
    if (isFailure(result)) throw result;
    return toAlert(result);
  });
}

/** What one change may say of many alerts. */
export type AlertChange = AlertUpdate & { add_tags?: string[] | undefined; remove_tags?: string[] | undefined };

interface ChangeOptions {
  ifMatch?: string | null;
  /** A condition on `alerts a` that must still hold once the alerts are locked. */
  where?: SQL;
  /** JSON pointer of the change in the request's body. */
  pointer?: string;
}

/**
 * Changes alerts, with their events, in the caller's transaction and in as many statements for many as for one.
 * @param ids UUIDs.
 * @returns per UUID the alert as it now is, or why it was refused; what is not there, or not as `where` wants it, is absent.
 * @throws Failure `validation_failed` for an assignee who is not a member.
 */
export async function changeAlerts(
  tx: Transaction,
  ctx: Context,
  ids: readonly string[],
  change: AlertChange,
  { ifMatch = null, where = sql`true`, pointer = "" }: ChangeOptions = {},
): Promise<Map<string, AlertRecord | Failure>> {
  const queued = await lockAlerts(tx, ctx, ids);
  const keyed = change.status === undefined ? [] : queued.filter(({ dedup_key }) => dedup_key !== null);
  const keysHeldElsewhere =
    change.status && keyed.length > 0 ? await lockDedupKeys(tx, ctx, keyed, change.status) : null;
  const rows = await tx.execute<AlertRecord>(sql`select ${alertColumns} from alerts a
    where a.organization_id = ${ctx.organizationId} and a.id = any(${sql.param(ids)}::uuid[]) and ${where}
    order by a.id for update`);

  const now = new Date().toISOString();
  const comment = change.comment?.trim() ? { comment: change.comment } : {};
  const results = new Map<string, AlertRecord | Failure>();
  const changed: { after: AlertRecord; changes: Changes }[] = [];
  for (const before of rows) {
    const after = versionFailure("alert", before.version, ifMatch) ?? applyChange(ctx, before, change, now, pointer);
    results.set(before.id, after);
    if (isFailure(after)) continue;
    const changes = differences(before, after);
    if (changes.status && keysHeldElsewhere?.has(before.id)) results.set(before.id, dedupKeyTaken());
    else if (Object.keys(changes).length > 0)
      changed.push({ after: { ...after, version: before.version + 1 }, changes });
    else if (comment.comment !== undefined) changed.push({ after, changes });
  }
  await assertAssignee(tx, ctx, changed, pointer);
  const stored = await storeAlerts(
    tx,
    ctx,
    changed.map(({ after }) => after),
    now,
  );
  for (const row of stored) results.set(row.id, row);
  if (keysHeldElsewhere) await releaseDedupKeys(tx, ctx, keyed);
  const events = changed.map(({ after, changes }) => ({
    type: changes.status ? ("alert.status_changed" as const) : ("alert.updated" as const),
    subjectId: after.id,
    data: { alert: toEventSnapshot(after), changes, ...comment },
  }));
  await appendEvents(tx, ctx, events);
  return results;
}

/** The advisory lock under which an alert `a` changes, the same for all alerts of one dedup key. */
const alertLockKey = sql.raw(`hashtextextended(
  coalesce('dedup/' || a.organization_id || '/' || a.dedup_key, 'alert/' || a.id), 0)`);

/**
 * Changes of one alert, and of all alerts of one dedup key, queue here, in one order for all who change several. A row
 * lock would not do: a transaction has its place in the feed before it waits for one, and the timeline would tell two
 * changes in the wrong order.
 */
export async function lockAlerts(tx: Transaction, ctx: Context, ids: readonly string[]) {
  return tx.execute<Pick<AlertRecord, "id" | "dedup_key">>(sql`
    select q.id, q.dedup_key, pg_advisory_xact_lock(q.place) from (
      select a.id, a.dedup_key, ${alertLockKey} as place from alerts a
      where a.organization_id = ${ctx.organizationId} and a.id = any(${sql.param(ids)}::uuid[])
      order by place) q`);
}

/**
 * Locks the dedup keys that a change of status may move, before the alerts as creates do: the other order could
 * deadlock with one. An alert that reopens takes its key here.
 * @returns the UUIDs of those whose key another open alert has.
 */
async function lockDedupKeys(
  tx: Transaction,
  ctx: Context,
  keyed: readonly Pick<AlertRecord, "id" | "dedup_key">[],
  status: AlertStatus,
): Promise<Set<string>> {
  const ids = sql.param(keyed.map(({ id }) => id));
  if (isClosed(status)) {
    await tx.execute(sql`select from open_dedup_keys where organization_id = ${ctx.organizationId}
      and dedup_key = any(${sql.param(keyed.map(({ dedup_key }) => dedup_key))}::text[]) and alert_id = any(${ids}::uuid[])
      order by dedup_key for update`);
    return new Set();
  }
  const reopening = alertStatuses.filter((from) => isClosed(from) && alertTransitions[from].includes(status));
  const holders = await tx.execute<{ dedup_key: string; alert_id: string }>(sql`
    insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)
    select distinct on (a.dedup_key) a.organization_id, a.dedup_key, a.id from alerts a
    where a.organization_id = ${ctx.organizationId} and a.id = any(${ids}::uuid[])
      and a.status = any(${sql.param(reopening)}::text[])
    order by a.dedup_key, a.id
    on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id returning k.dedup_key, k.alert_id`);
  const holderOf = new Map(holders.map((holder) => [holder.dedup_key, holder.alert_id]));
  const isHeldElsewhere = ({ id, dedup_key }: (typeof keyed)[number]) => (holderOf.get(dedup_key ?? "") ?? id) !== id;
  return new Set(keyed.filter(isHeldElsewhere).map(({ id }) => id));
}

/** Gives back the keys of alerts that are closed, be it by this change or because it was refused, or that are gone. */
async function releaseDedupKeys(
  tx: Transaction,
  ctx: Context,
  keyed: readonly Pick<AlertRecord, "id" | "dedup_key">[],
) {
  const open = alertStatuses.filter((status) => !isClosed(status));
  await tx.execute(sql`delete from open_dedup_keys k
    where k.organization_id = ${ctx.organizationId}
      and k.dedup_key = any(${sql.param(keyed.map(({ dedup_key }) => dedup_key))}::text[])
      and k.alert_id = any(${sql.param(keyed.map(({ id }) => id))}::uuid[])
      and not exists (select from alerts a where a.organization_id = k.organization_id and a.id = k.alert_id
        and a.status = any(${sql.param(open)}::text[]))`);
}

/** The row as it would be after a change, or `invalid_transition` or `validation_failed`. */
function applyChange(
  ctx: Context,
  before: AlertRecord,
  change: AlertChange,
  now: string,
  pointer: string,
): AlertRecord | Failure {
  const { comment: _comment, assignee_id, add_tags = [], remove_tags = [], ...fields } = change;
  const after: AlertRecord = { ...before, ...withoutUndefined(fields) };
  if (assignee_id !== undefined) after.assignee_id = assignee_id === null ? null : decodeId("user", assignee_id);
  after.tags = [...new Set([...after.tags, ...add_tags])].filter((tag) => !remove_tags.includes(tag));
  if (after.tags.length > MAX_TAGS) {
    const detail = `The alert would have more than ${MAX_TAGS} tags.`;
    return validationFailed([{ pointer: `${pointer}/add_tags`, code: "too_big", detail }]);
  }
  const ends = isClosed(after.status);
  if (after.status !== before.status) {
    if (!alertTransitions[before.status].includes(after.status)) return invalidTransition(before.status, after.status);
    stampStatus(ctx, after, now);
    if (!ends) Object.assign(after, { disposition: null, disposition_reason: null });
  }
  const closing = (["disposition", "disposition_reason"] as const).filter((field) => change[field] && !ends);
  if (closing.length === 0) return after;
  const detail = "Only with the status resolved or dismissed.";
  return validationFailed(closing.map((field) => ({ pointer: `${pointer}/${field}`, code: "not_closed", detail })));
}

function stampStatus(ctx: Context, row: AlertRecord, now: string): void {
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

type Changes = Partial<Record<ChangeableField, { from: unknown; to: unknown }>>;

/** What differs between two rows as events tell it, with the ids that callers see: `{ field: { from, to } }`. */
function differences(before: AlertRecord, after: AlertRecord): Changes {
  const shown = ({ assignee_id, ...row }: AlertRecord) => ({
    ...row,
    assignee_id: assignee_id && encodeId("user", assignee_id),
  });
  const [from, to] = [shown(before), shown(after)];
  const changed = changeableFields.filter((field) => !isDeepStrictEqual(from[field], to[field]));
  return Object.fromEntries(changed.map((field) => [field, { from: from[field], to: to[field] }]));
}

async function assertAssignee(
  tx: Transaction,
  ctx: Context,
  changed: readonly { after: AlertRecord; changes: Changes }[],
  pointer: string,
): Promise<void> {
  const assignee = changed.find(({ changes }) => changes.assignee_id)?.after.assignee_id;
  if (!assignee) return;
  const [member] = await tx.execute(sql`select 1 from memberships
    where organization_id = ${ctx.organizationId} and user_id = ${assignee}::uuid for key share`);
  if (!member) throw unknownAssignee(pointer);
}

/** What a change writes: the fields that callers send, and what a status stamps. */
const storedColumns = [
  ...changeableFields,
  "version" as const,
  ...(["acknowledged_at", "acknowledged_by", "resolved_at", "resolved_by"] as const).flatMap(columnsOf),
];
const assignments = sql.raw(storedColumns.map((name) => `${name} = n.${name}`).join(", "));
const changedRows = sql.raw(
  ["id", ...storedColumns].map((name) => `${name} ${alertColumnType(name).sqlType}`).join(", "),
);

/** Writes what people may change of alerts, in one statement. */
async function storeAlerts(
  tx: Transaction,
  ctx: Context,
  rows: readonly AlertRecord[],
  now: string,
): Promise<readonly AlertRecord[]> {
  if (rows.length === 0) return [];
  const values = rows.map((row) =>
    Object.fromEntries(["id" as const, ...storedColumns].map((name) => [name, row[name]])),
  );
  return tx.execute<AlertRecord>(sql`
    update alerts a set ${assignments}, updated_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n(${changedRows})
    where a.organization_id = ${ctx.organizationId} and a.id = n.id
    returning ${alertColumns}`);
}
