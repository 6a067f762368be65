import { sql } from "drizzle-orm";
import type { Actor, Context, OrganizationId } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { decodeId, newId, timeOfId } from "@/lib/db/ids";
import { isClosed } from "@/lib/db/values";
import { Failure } from "@/lib/errors";
import { parseRow, validationFailed } from "@/lib/http/parse";
import { rowProblem } from "@/lib/http/problem";
import { type AlertRow, alertColumns, toAlert } from "./reads";
import { type Alert, type AlertBatchResult, type AlertCreate, alertCreate } from "./schema";

const MAX_ATTEMPTS = 5;

/** An alert on its way into the table, and whose it is: several callers' may go in one statement. */
export interface NewAlert {
  organizationId: OrganizationId;
  actor: Actor;
  /** The camera as the caller names it. */
  camera: string;
  /** JSON pointer to the alert in its caller's body: empty, or `/alerts/3`. */
  place: string;
  row: Omit<AlertRow, "camera_id">;
}

/** Gives an alert its id and the fields that its caller left out. Alerts are in the order in which this made them. */
export function newAlert(ctx: Pick<Context, "organizationId" | "actor">, input: AlertCreate, place = ""): NewAlert {
  const id = newId();
  const now = timeOfId(id).toISOString();
  const { camera_id: camera, assignee_id, ...fields } = input;
  const { kind, id: actorId, name } = ctx.actor;
  const acknowledged = input.status === "acknowledged";
  const resolved = isClosed(input.status);
  const occurredAt = input.occurred_at ?? now;
  const row = {
    ...fields,
    id,
    title: input.title ?? null,
    description: input.description ?? null,
    occurred_at: occurredAt,
    last_occurred_at: occurredAt,
    dedup_key: input.dedup_key ?? null,
    confidence: input.confidence ?? null,
    assignee_id: assignee_id ? decodeId("user", assignee_id) : null,
    disposition: input.disposition ?? null,
    disposition_reason: input.disposition_reason ?? null,
    occurrence_count: 1,
    source_kind: kind,
    source_id: actorId,
    source_name: name,
    created_at: now,
    updated_at: now,
    acknowledged_at: acknowledged ? now : null,
    acknowledged_by_kind: acknowledged ? kind : null,
    acknowledged_by_id: acknowledged ? actorId : null,
    acknowledged_by_name: acknowledged ? name : null,
    resolved_at: resolved ? now : null,
    resolved_by_kind: resolved ? kind : null,
    resolved_by_id: resolved ? actorId : null,
    resolved_by_name: resolved ? name : null,
    version: 1,
  };
  return { organizationId: ctx.organizationId, actor: ctx.actor, camera, place, row };
}

/** What became of a row; the columns of the alert are there when it was in the table before. */
type Outcome = Partial<AlertRow> & {
  n: number;
  camera_uuid: string | null;
  assignee_found: boolean;
  is_new: boolean | null;
  /** The alert that the row made or counted on, and that alert as this row left it. */
  target: string | null;
  made_here: boolean | null;
  count_now: number | null;
  last_now: string | null;
  updated_now: string | null;
};

/**
 * Stores alerts with their events in one statement: finds the cameras, takes or finds the dedup keys, inserts each alert
 * or counts the one that is already open. Of two with the same key the first makes the alert that the second counts.
 * @returns for each, in order, the alert (`deduplicated: true` when an open or acknowledged one was counted), or why it
 * is refused (`unknown_camera`, `validation_failed` for an assignee who is no member), or null when the key's alert was
 * stored or closed by a neighbour after the statement began: a new statement will see it.
 */
export async function insertAlerts(db: Executor, alerts: readonly NewAlert[]): Promise<(Alert | Failure | null)[]> {
  const given = alerts.map(({ organizationId, camera, row }, n) => ({
    ...row,
    n,
    organization_id: organizationId,
    event_id: newId(),
    camera_id: decodeId("camera", camera),
    external_id: camera,
    is_open: !isClosed(row.status),
  }));
  const outcomes = await db.execute<Outcome>(insertStatement(JSON.stringify(given)));
  const made = new Map<string, AlertRow>();
  return outcomes.map((outcome): Alert | Failure | null => {
    const alert = alerts[outcome.n];
    if (!alert) return null;
    if (outcome.camera_uuid === null) return unknownCamera(alert.place);
    if (!outcome.assignee_found) return unknownAssignee(alert.place);
    if (outcome.is_new) made.set(alert.row.id, { ...alert.row, camera_id: outcome.camera_uuid });
    const { target, count_now, last_now, updated_now } = outcome;
    const stored = outcome.made_here ? made.get(target ?? "") : (outcome as AlertRow);
    if (!stored || count_now === null || last_now === null || updated_now === null) return null;
    const now = { occurrence_count: count_now, last_occurred_at: last_now, updated_at: updated_now };
    return { ...toAlert({ ...stored, ...now }), ...(!outcome.is_new && { deduplicated: true }) };
  });
}

// The rows of the keys are the locks, taken in their order so that no two batches wait for each other: simultaneous
// creates with one key queue there, and all but the first find its alert.
function insertStatement(given: string) {
  return sql`
    with given as materialized (
      select r.*,
        coalesce((select c.id from cameras c where c.organization_id = r.organization_id and c.id = r.camera_id
                    and c.archived_at is null),
                 (select c.id from cameras c where c.organization_id = r.organization_id and c.archived_at is null
                    and c.external_id = r.external_id)) as camera_uuid,
        (r.assignee_id is null or exists (select from memberships m where m.organization_id = r.organization_id
           and m.user_id = r.assignee_id)) as assignee_found
      from json_to_recordset(${given}::json) as r(n int, organization_id uuid, event_id uuid, camera_id uuid,
        external_id text, is_open boolean, id uuid, use_case text, status text, severity text, title text,
        description text, occurred_at timestamptz, dedup_key text, confidence float8, media jsonb, tags text[],
        metadata jsonb, assignee_id uuid, disposition text, disposition_reason text, last_occurred_at timestamptz,
        source_kind text, source_id uuid, source_name text, created_at timestamptz, updated_at timestamptz,
        acknowledged_at timestamptz, acknowledged_by_kind text, acknowledged_by_id uuid, acknowledged_by_name text,
        resolved_at timestamptz, resolved_by_kind text, resolved_by_id uuid, resolved_by_name text)
    ), valid as materialized (
      select * from given where camera_uuid is not null and assignee_found
    ), taken as (
      insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)
      select distinct on (organization_id, dedup_key) organization_id, dedup_key, id from valid
      where dedup_key is not null and is_open order by organization_id, dedup_key, n
      on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id
      returning organization_id, dedup_key, alert_id
    ), known as (
      select k.organization_id, k.dedup_key, k.alert_id from open_dedup_keys k
      where (k.organization_id, k.dedup_key) in (
        select organization_id, dedup_key from valid where dedup_key is not null
        except select organization_id, dedup_key from taken)
      order by k.organization_id, k.dedup_key for update of k
    ), aimed as (
      select v.*, coalesce(v.n <= first.n, k.alert_id is null) as is_new,
        k.alert_id is null or first.n is not null as made_here,
        case when k.alert_id is null or v.n < first.n then v.id else k.alert_id end as target
      from valid v
      left join (select * from taken union all select * from known) k using (organization_id, dedup_key)
      left join valid first on first.id = k.alert_id
    ), counted as materialized (
      select aimed.*, count(*) over alert as total, max(occurred_at) over alert as last_of_all,
        max(created_at) over alert as updated_by_all, row_number() over so_far as nth,
        max(occurred_at) over so_far as last_so_far
      from aimed
      window alert as (partition by target), so_far as (partition by target order by n)
    ), fresh as (
      insert into alerts (organization_id, id, camera_id, use_case, status, severity, title, description, occurred_at,
        dedup_key, confidence, media, tags, metadata, assignee_id, disposition, disposition_reason, occurrence_count,
        last_occurred_at, source_kind, source_id, source_name, created_at, updated_at, acknowledged_at,
        acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name, resolved_at, resolved_by_kind, resolved_by_id,
        resolved_by_name)
      select organization_id, id, camera_uuid, use_case, status, severity, title, description, occurred_at,
        dedup_key, confidence, media, tags, metadata, assignee_id, disposition, disposition_reason, total,
        last_of_all, source_kind, source_id, source_name, created_at, updated_by_all, acknowledged_at,
        acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name, resolved_at, resolved_by_kind, resolved_by_id,
        resolved_by_name
      from counted where is_new order by n
    ), again as (
      update alerts a set occurrence_count = a.occurrence_count + c.total,
        updated_at = greatest(a.updated_at, c.updated_by_all),
        last_occurred_at = greatest(a.last_occurred_at, c.last_of_all)
      from counted c
      where not c.made_here and c.nth = 1 and a.organization_id = c.organization_id and a.id = c.target
        and a.status in ('open', 'acknowledged')
      returning a.*
    ), outcome as materialized (
      select c.*, case when c.made_here then c.nth else a.occurrence_count - c.total + c.nth end::int as count_now,
        case when c.made_here then c.last_so_far else a.last_occurred_at end as last_now,
        case when c.made_here then c.created_at else a.updated_at end as updated_now
      from counted c left join again a on a.organization_id = c.organization_id and a.id = c.target
    ), told as (
      insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)
      select organization_id, event_id, case when is_new then 'alert.created' else 'alert.reoccurred' end, target,
        source_kind, source_id, source_name,
        case when is_new then '{}'::jsonb else jsonb_build_object('occurrence_count', count_now) end
      from outcome where count_now is not null order by n
    )
    select g.n, g.camera_uuid, g.assignee_found, o.is_new, o.made_here, o.target, o.count_now, o.last_now, o.updated_now,
      ${alertColumns}
    from given g left join outcome o on o.n = g.n left join again a on a.id = o.target and not o.made_here
    order by g.n`;
}

/**
 * Stores one alert.
 * @returns the alert, and `deduplicated: true` when an open or acknowledged one with the same key was counted up.
 * @throws Failure `unknown_camera`, `validation_failed` for an assignee who is not a member.
 */
export async function createAlert(ctx: Context, input: AlertCreate): Promise<Alert> {
  const [outcome = changing()] = await insertUntilSettled(ctx.db, [newAlert(ctx, input)]);
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

/**
 * Stores the good rows of a batch and says of each bad one why it is refused, all in one transaction.
 * @param rows as they came; each is checked by itself, with pointers such as `/alerts/3/camera_id`.
 */
export async function createAlerts(ctx: Context, rows: readonly unknown[]): Promise<AlertBatchResult> {
  const parsed = rows.map((row, index) => {
    const input = parseRow(alertCreate, row, "alerts", index);
    return input instanceof Failure ? input : newAlert(ctx, input, `/alerts/${index}`);
  });
  const alerts = parsed.flatMap((row) => (row instanceof Failure ? [] : [row]));
  const stored = alerts.length > 0 ? await ctx.db.transaction((tx) => insertUntilSettled(tx, alerts)) : [];
  let next = 0;
  const results = parsed.map((row, index) => {
    const outcome = row instanceof Failure ? row : (stored[next++] ?? changing());
    if (!(outcome instanceof Failure)) return { index, status: outcome.deduplicated ? 200 : 201, alert: outcome };
    const problem = rowProblem(outcome);
    return { index, status: problem.status, problem };
  });
  const failed = results.filter(({ status }) => status >= 400).length;
  return { results, succeeded: results.length - failed, failed };
}

/** Repeats the statement for the rows whose key's alert was changing, until every row has its outcome. */
async function insertUntilSettled(db: Executor, alerts: readonly NewAlert[]): Promise<(Alert | Failure)[]> {
  const outcomes = await insertAlerts(db, alerts);
  for (let attempt = 1; attempt < MAX_ATTEMPTS && outcomes.includes(null); attempt += 1) {
    const open = alerts.filter((_, index) => outcomes[index] === null);
    const settled = await insertAlerts(db, open);
    let next = 0;
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === null) outcomes[index] = settled[next++] ?? null;
    }
  }
  return outcomes.map((outcome) => outcome ?? changing());
}

function changing(): Failure {
  return new Failure("conflict", "Alerts with this dedup_key are changing at this very moment. Send it again.");
}

function unknownCamera(place: string): Failure {
  const detail = "No camera of your organization has this id or external_id. Onboard it first with POST /cameras.";
  return new Failure("unknown_camera", detail, {
    errors: [{ pointer: `${place}/camera_id`, code: "unknown_camera", detail: "Not a camera of your organization." }],
  });
}

/** The refusal of an assignee who is not a member, the same for a create and a change. `place` points to the alert. */
export function unknownAssignee(place = ""): Failure {
  return validationFailed([
    { pointer: `${place}/assignee_id`, code: "not_a_member", detail: "Must be a member of the organization." },
  ]);
}
