import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, newId, timeOfId } from "@/lib/db/ids";
import { Failure } from "@/lib/errors";
import { validationFailed } from "@/lib/http/parse";
import { type AlertRow, alertColumns, toAlert } from "./reads";
import type { Alert, AlertCreate } from "./schema";

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

/** The refusal of an assignee who is not a member, the same for a create and a change. */
export function unknownAssignee(): Failure {
  return validationFailed([
    { pointer: "/assignee_id", code: "not_a_member", detail: "Must be a member of the organization." },
  ]);
}
