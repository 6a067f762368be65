import { sql } from "drizzle-orm";
import type { Context, OrganizationId } from "@/lib/auth/context";
import type { Executor } from "@/lib/db/client";
import { decodeId, newId, timeOfId } from "@/lib/db/ids";
import { isClosed } from "@/lib/db/values";
import { Failure } from "@/lib/errors";
import { announceEvents } from "@/lib/events/writes";
import { validationFailed } from "@/lib/http/parse";
import { type AlertRow, alertColumns, alertTold, toAlert } from "./row";
import type { Alert, AlertCreate } from "./schema";

/** The alert as it will be stored, with what the statement needs besides. */
type NewRow = Omit<AlertRow, "camera_id"> & {
  /** What the camera's name in the request is when it is an id, until the camera is found. */
  camera_id: string | null;
  external_id: string;
  organization_id: OrganizationId;
  event_id: string;
  is_open: boolean;
};

/** An alert on its way into the table; several callers' may go in one statement. */
export interface NewAlert {
  /** JSON pointer to the alert in its caller's body: empty, or `/alerts/3`. */
  place: string;
  row: NewRow;
}

/** Gives an alert its id and the fields that its caller left out. Alerts are in the order in which this made them. */
export function newAlert(ctx: Pick<Context, "organizationId" | "actor">, input: AlertCreate, place = ""): NewAlert {
  const id = newId();
  const now = timeOfId(id).toISOString();
  const { kind, id: actorId, name } = ctx.actor;
  const acknowledged = input.status === "acknowledged";
  const resolved = isClosed(input.status);
  const occurredAt = input.occurred_at ?? now;
  // Field by field: an object of so many that is made by spreading others is several times slower to make and to read.
  const row: NewRow = {
    organization_id: ctx.organizationId,
    id,
    event_id: newId(),
    camera_id: decodeId("camera", input.camera_id),
    external_id: input.camera_id,
    use_case: input.use_case,
    status: input.status,
    is_open: !resolved,
    severity: input.severity,
    title: input.title ?? null,
    description: input.description ?? null,
    occurred_at: occurredAt,
    dedup_key: input.dedup_key ?? null,
    confidence: input.confidence ?? null,
    media: input.media,
    tags: input.tags,
    metadata: input.metadata,
    assignee_id: input.assignee_id ? decodeId("user", input.assignee_id) : null,
    disposition: input.disposition ?? null,
    disposition_reason: input.disposition_reason ?? null,
    occurrence_count: 1,
    last_occurred_at: occurredAt,
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
  return { place, row };
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
  const outcomes = await db.execute<Outcome>(insertStatement(alerts.map(({ row }) => row)));
  const made = new Map<string, AlertRow>();
  return outcomes.map((outcome): Alert | Failure | null => {
    const alert = alerts[outcome.n];
    if (!alert) return null;
    if (outcome.camera_uuid === null) return unknownCamera(alert.place);
    if (!outcome.assignee_found) return unknownAssignee(alert.place);
    if (outcome.is_new) made.set(alert.row.id, Object.assign(alert.row, { camera_id: outcome.camera_uuid }));
    const { target, count_now, last_now, updated_now } = outcome;
    const stored = outcome.made_here ? made.get(target ?? "") : (outcome as AlertRow);
    if (!stored || count_now === null || last_now === null || updated_now === null) return null;
    announceEvents(alert.row.organization_id);
    stored.occurrence_count = count_now;
    stored.last_occurred_at = last_now;
    stored.updated_at = updated_now;
    return outcome.is_new ? toAlert(stored) : { ...toAlert(stored), deduplicated: true };
  });
}

// Scalar subqueries, since those are looked up by index however small the tables were when the plan was made.
const GIVEN = sql.raw(`given as materialized (
  select r.*,
    coalesce((select c.id from cameras c where c.organization_id = r.organization_id and c.id = r.camera_id
                and c.archived_at is null),
             (select c.id from cameras c where c.organization_id = r.organization_id and c.archived_at is null
                and c.external_id = r.external_id)) as camera_uuid,
    r.assignee_id is null or coalesce((select true from memberships m where m.organization_id = r.organization_id
      and m.user_id = r.assignee_id), false) as assignee_found
  from r
), valid as materialized (
  select * from given where camera_uuid is not null and assignee_found
)`);

const COLUMNS = `use_case, status, severity, title, description, occurred_at, dedup_key, confidence, media, tags, metadata,
  assignee_id, disposition, disposition_reason, source_kind, source_id, source_name, created_at, acknowledged_at,
  acknowledged_by_kind, acknowledged_by_id, acknowledged_by_name, resolved_at, resolved_by_kind, resolved_by_id,
  resolved_by_name`;

const FRESH = sql.raw(`fresh as (
  insert into alerts (organization_id, id, camera_id, occurrence_count, last_occurred_at, updated_at, ${COLUMNS})
  select organization_id, id, camera_uuid, total, last_of_all, updated_by_all, ${COLUMNS}
  from counted where is_new order by n
)`);

const TELL =
  "told as (insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)";
const NEW_ALERTS = "(select *, camera_uuid as stored_camera_id, 1 as version from counted where is_new)";

const TELL_NEW = sql.raw(`${TELL}
  select organization_id, event_id, 'alert.created', id, source_kind, source_id, source_name,
    jsonb_build_object('alert', ${alertTold("stored_camera_id")})
  from ${NEW_ALERTS} a order by n
)`);

const TELL_ALL = sql.raw(`${TELL}
  select o.organization_id, o.event_id, case when o.is_new then 'alert.created' else 'alert.reoccurred' end, o.target,
    o.source_kind, o.source_id, o.source_name, jsonb_build_object('alert', ${alertTold()})
      || case when o.is_new then '{}' else jsonb_build_object('occurrence_count', o.count_now) end
  from outcome o join (
    select id, stored_camera_id as camera_id, use_case, severity, status, title, version from ${NEW_ALERTS} n
    union all select id, camera_id, use_case, severity, status, title, version from again) a on a.id = o.target
  where o.count_now is not null order by o.n
)`);

// Creates with one key queue where changes of its alerts do (`placeInQueue`), in the same order, before they write: the
// transaction then has its place in the feed after those that it waited for. All but the first find the first's alert.
const TAKEN = sql.raw(`queued as materialized (
  select pg_advisory_xact_lock(place) from (
    select distinct hashtextextended('dedup/' || organization_id || '/' || dedup_key, 0) as place
    from valid where dedup_key is not null order by place) q
), taken as (
  insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)
  select distinct on (organization_id, dedup_key) organization_id, dedup_key, id
  from valid, (select count(*) from queued) q
  where dedup_key is not null and is_open order by organization_id, dedup_key, n
  on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id
  returning organization_id, dedup_key, alert_id
)`);

// A row that is closed from the start takes no key; it counts on the key's open alert, in the table or before it here.
const COUNTED = sql.raw(`known as (
  select organization_id, dedup_key, (select k.alert_id from open_dedup_keys k
    where k.organization_id = w.organization_id and k.dedup_key = w.dedup_key for update) as alert_id
  from (select organization_id, dedup_key from valid where dedup_key is not null
        except select organization_id, dedup_key from taken order by organization_id, dedup_key) w
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
)`);

const alone = (isNew: string) => `${isNew} as is_new, ${isNew} as made_here, 1 as total, 1 as nth,
  v.occurred_at as last_of_all, v.occurred_at as last_so_far, v.created_at as updated_by_all`;

// What most creates need: no two rows share a key, so each is new or counts on an alert that was there before.
const COUNTED_ALONE = sql.raw(`counted as materialized (
  select v.*, coalesce(k.alert_id, v.id) as target, ${alone("coalesce(k.alert_id = v.id, true)")}
  from valid v left join taken k using (organization_id, dedup_key)
)`);

const AGAIN = sql.raw(`again as (
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
)`);

const ALL_NEW = sql.raw(`counted as (
  select v.*, v.id as target, ${alone("true")} from valid v
), outcome as (
  select *, 1 as count_now, occurred_at as last_now, created_at as updated_now from counted
)`);

const TOLD = sql.raw(`g.n, g.camera_uuid, g.assignee_found, o.is_new, o.made_here, o.target, o.count_now, o.last_now,
  o.updated_now`);

function insertStatement(rows: readonly { organization_id: string; dedup_key: string | null; is_open: boolean }[]) {
  const keyed = rows.filter(({ dedup_key }) => dedup_key !== null);
  const keys = new Set(keyed.map(({ organization_id, dedup_key }) => `${organization_id}${dedup_key}`));
  const given = sql`with r as (
    select j.*, j.ordinality::int - 1 as n from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
      organization_id uuid, event_id uuid, camera_id uuid, external_id text, is_open boolean, id uuid, use_case text, status text, severity text, title text,
      description text, occurred_at timestamptz, dedup_key text, confidence float8, media jsonb, tags text[],
      metadata jsonb, assignee_id uuid, disposition text, disposition_reason text, source_kind text, source_id uuid,
      source_name text, created_at timestamptz, acknowledged_at timestamptz, acknowledged_by_kind text,
      acknowledged_by_id uuid, acknowledged_by_name text, resolved_at timestamptz, resolved_by_kind text,
      resolved_by_id uuid, resolved_by_name text)) with ordinality j
    ), ${GIVEN}`;
  if (keyed.length === 0) {
    return sql`${given}, ${ALL_NEW}, ${FRESH}, ${TELL_NEW}
      select ${TOLD} from given g left join outcome o on o.n = g.n order by g.n`;
  }
  const areAlone = keys.size === keyed.length && keyed.every(({ is_open }) => is_open);
  return sql`${given}, ${TAKEN}, ${areAlone ? COUNTED_ALONE : COUNTED}, ${AGAIN}, ${FRESH}, ${TELL_ALL}
    select ${TOLD}, ${alertColumns}
    from given g left join outcome o on o.n = g.n left join again a on a.id = o.target and not o.made_here
    order by g.n`;
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
