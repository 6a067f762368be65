import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import type { Transaction } from "@/lib/db/client";
import { decodeId, encodeId } from "@/lib/db/ids";
import { openDedupKeys } from "@/lib/db/tables/alerts";
import { type Failure, isFailure } from "@/lib/errors";
import { appendEvents } from "@/lib/events/writes";
import { notFound, validationFailed } from "@/lib/http/failures";
import { versionFailure } from "@/lib/http/reply/entity-tag";
import { MAX_TAGS } from "@/lib/limits";
import { type AlertStatus, alertTransitions, isClosed } from "@/lib/values";
import { alertStatusChanged, alertUpdated } from "./events";
import { invalidTransition } from "./failures";
import { type ChangeableField, changeableFields } from "./fields";
import { type AlertRecord, toAlert, toEventSnapshot } from "./row";
import type { Alert, AlertFilter, AlertUpdate } from "./schema";
import { changeAlertRows } from "./store/change";

/**
 * Changes the fields of an alert that `change` contains. If none differs, a comment in `change` is still added to
 * the timeline, but the version stays the same.
 * @param ifMatch the `If-Match` header, or null to change any version.
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

/**
 * Changes the status of the open or acknowledged alert with this dedup key. Does nothing if there is none, or if its
 * status can't change this way.
 */
export async function changeAlertWithKey(ctx: Context, dedupKey: string, status: AlertStatus): Promise<void> {
  const { organizationId, dedupKey: key, alertId } = openDedupKeys;
  await ctx.db.transaction(async (tx) => {
    const isHeld = and(eq(organizationId, ctx.organizationId), eq(key, dedupKey));
    const [holder] = await tx.select({ id: alertId }).from(openDedupKeys).where(isHeld);
    if (holder) await changeAlerts(tx, ctx, [holder.id], { status });
  });
}

/** A change to one or many alerts, which can also add or remove single tags. */
export type AlertChange = AlertUpdate & { add_tags?: string[] | undefined; remove_tags?: string[] | undefined };

interface ChangeOptions {
  ifMatch?: string | null;
  /** A filter that the alerts must still match once they are locked. */
  matching?: AlertFilter;
  /** JSON pointer to the change in the request body. */
  pointer?: string;
}

/**
 * Changes alerts and appends their events in the caller's transaction.
 * @param ids UUIDs.
 * @returns a map from UUID to the changed alert, or to the failure that rejected it. Alerts that are missing or no
 * longer match are absent.
 * @throws Failure `validation_failed` for an assignee who isn't a member.
 */
export async function changeAlerts(
  tx: Transaction,
  ctx: Context,
  ids: readonly string[],
  change: AlertChange,
  { ifMatch = null, matching, pointer = "" }: ChangeOptions = {},
): Promise<Map<string, AlertRecord | Failure>> {
  const comment = change.comment?.trim() ? { comment: change.comment } : {};
  const changed = new Map<string, Changes>();
  const decide = (before: AlertRecord, now: string) => {
    const after = versionFailure("alert", before.version, ifMatch) ?? applyChange(ctx, before, change, now, pointer);
    if (isFailure(after)) return after;
    const changes = differences(before, after);
    const isSame = Object.keys(changes).length === 0;
    if (isSame && comment.comment === undefined) return before;
    changed.set(before.id, changes);
    return isSame ? after : { ...after, version: before.version + 1 };
  };
  const results = await changeAlertRows(tx, ctx, { ids, matching, status: change.status, pointer }, decide);
  const events = Array.from(changed).flatMap(([id, changes]) => {
    const alert = results.get(id);
    if (!alert || isFailure(alert)) return [];
    const { of } = changes.status ? alertStatusChanged : alertUpdated;
    return [of(id, { alert: toEventSnapshot(alert), changes, ...comment })];
  });
  await appendEvents(tx, ctx, events);
  return results;
}

/** Returns a changed copy of the row, or the failure `invalid_transition` or `validation_failed`. */
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
  const detail = "Send this only with the status resolved or dismissed.";
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

/**
 * Returns the fields that differ between two rows, in the format of events and with public IDs: `{ field: { from,
 * to } }`.
 */
function differences(before: AlertRecord, after: AlertRecord): Changes {
  const shown = ({ assignee_id, ...row }: AlertRecord) => ({
    ...row,
    assignee_id: assignee_id && encodeId("user", assignee_id),
  });
  const [from, to] = [shown(before), shown(after)];
  const changed = changeableFields.filter((field) => !isDeepStrictEqual(from[field], to[field]));
  return Object.fromEntries(changed.map((field) => [field, { from: from[field], to: to[field] }]));
}
