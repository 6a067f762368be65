import type { OrganizationId } from "@/lib/auth/context";
import { Statement } from "@/lib/db/statement";
import { alertStatuses, isClosed } from "@/lib/values";
import { type AlertRecord, eventSnapshotSql } from "./row";

/** The alert as it will be stored, with what the statement needs besides. */
export type NewAlertRow = Omit<AlertRecord, "camera_id"> & {
  /** What the camera's name in the request is when it is an id, until the camera is found. */
  camera_id: string | null;
  external_id: string;
  organization_id: OrganizationId;
  event_id: string;
};

/** What became of a row. */
export type InsertOutcome = {
  /** Its place among the rows. */
  n: number;
  camera_uuid: string | null;
  assignee_found: boolean;
  /** Whether it made an alert. The rest is there when a row has a dedup key, and null when it has to be sent again. */
  is_new?: boolean | null;
  /** The alert that it made or counted on, and whether one of these rows made that. */
  target?: string | null;
  made_here?: boolean | null;
  /** That alert as it is in the table, when it was there before. */
  stored?: AlertRecord | null;
  /** What differs in that alert as this row left it, when other rows counted on it too. */
  count_now?: number;
  last_now?: string;
  updated_now?: string;
};

const LONE_FIELDS = {
  organization_id: "uuid",
  id: "uuid",
  event_id: "uuid",
  camera_id: "uuid",
  external_id: "text",
  use_case: "text",
  status: "text",
  severity: "text",
  title: "text",
  description: "text",
  occurred_at: "timestamptz",
  dedup_key: "text",
  confidence: "float8",
  media: "jsonb",
  tags: "text[]",
  metadata: "jsonb",
  source_kind: "text",
  source_id: "uuid",
  source_name: "text",
  created_at: "timestamptz",
} as const;
const OPEN_FIELDS = { ...LONE_FIELDS, assignee_id: "uuid" } as const;
const ALL_FIELDS = {
  ...OPEN_FIELDS,
  disposition: "text",
  disposition_reason: "text",
  acknowledged_at: "timestamptz",
  acknowledged_by_kind: "text",
  acknowledged_by_id: "uuid",
  acknowledged_by_name: "text",
  resolved_at: "timestamptz",
  resolved_by_kind: "text",
  resolved_by_id: "uuid",
  resolved_by_name: "text",
} as const;
type Field = keyof typeof ALL_FIELDS;
type Fields = Partial<Record<Field, string>>;

const fieldsOf = (fields: Fields) => Object.keys(fields) as Field[];
/** What a field is called, or is: of a lone row a parameter, of many a column of `r`. */
type Value = (field: Field) => string;
const column: Value = (field) => `r.${field}`;
const LONE_VALUES = new Map(Object.entries(LONE_FIELDS).map(([field, type], n) => [field, `$${n + 1}::${type}`]));
const parameter: Value = (field) => LONE_VALUES.get(field) ?? "null";

const isOpen = (status: string) => {
  const open = alertStatuses.filter((each) => !isClosed(each)).map((each) => `'${each}'`);
  return `${status} in (${open.join(", ")})`;
};

// Scalar subqueries, since those are looked up by index however small the tables were when the plan was made.
const camera = (of: Value) => `coalesce(
  (select c.id from cameras c where c.organization_id = ${of("organization_id")} and c.id = ${of("camera_id")}
    and c.archived_at is null),
  (select c.id from cameras c where c.organization_id = ${of("organization_id")} and c.archived_at is null
    and c.external_id = ${of("external_id")}))`;

const GIVEN_ALONE = `given as materialized (select 0 as n, ${camera(parameter)} as camera_uuid, true as assignee_found)`;

const givenMany = (fields: Fields) => `given as materialized (
  select r.*, r.ordinality::int - 1 as n, ${camera(column)} as camera_uuid,
    r.assignee_id is null or coalesce((select true from memberships m where m.organization_id = r.organization_id
      and m.user_id = r.assignee_id), false) as assignee_found
  from rows from (json_to_recordset($1::json) as (
    ${Object.entries(fields)
      .map((field) => field.join(" "))
      .join(", ")})) with ordinality r
), valid as not materialized (
  select * from given where camera_uuid is not null and assignee_found
)`;

/** Inserts the alerts of `from`, whose rows are called `r`; `last` and `updated` differ where rows share an alert. */
function insertNewAlerts(
  fields: Fields,
  of: Value,
  from: string,
  count = "1",
  last = of("occurred_at"),
  updated = of("created_at"),
) {
  const same = fieldsOf(fields).filter((field) => !["event_id", "camera_id", "external_id"].includes(field));
  return `fresh as (
  insert into alerts (camera_id, occurrence_count, last_occurred_at, updated_at, ${same.join(", ")})
  select camera_uuid, ${count}, ${last}, ${updated}, ${same.map(of).join(", ")} from ${from}
)`;
}

const INSERT_EVENTS =
  "insert into events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)";
const actorValues = (of: Value) => [of("source_kind"), of("source_id"), of("source_name")].join(", ");
const snapshotValue = (of: Value) =>
  eventSnapshotSql((name) => (name === "camera_id" ? "camera_uuid" : name === "version" ? "1" : of(name)));

const insertCreatedEvents = (of: Value, from: string) => `${INSERT_EVENTS}
  select ${of("organization_id")}, ${of("event_id")}, 'alert.created', ${of("id")}, ${actorValues(of)},
    jsonb_build_object('alert', ${snapshotValue(of)})
  from ${from}`;

const unkeyed = (of: Value, fields: Fields, given: string, from: string) => `with ${given},
${insertNewAlerts(fields, of, from)}, snapshot as (
  ${insertCreatedEvents(of, from)}
) select n, camera_uuid, assignee_found from given`;

const dedupLockKey = (of: Value) =>
  `hashtextextended('dedup/' || ${of("organization_id")} || '/' || ${of("dedup_key")}, 0)`;
const CLAIM_DEDUP_KEYS = "insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)";
const OR_FIND_ALERT = "on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id returning";

// Creates with one key queue where changes of its alerts do (`alertLockKey`), in the same order, before they write: the
// transaction then has its place in the feed after those that it waited for. All but the first find the first's alert.
const keyedAlone = (of: Value) => `with ${GIVEN_ALONE}, taken as (
  ${CLAIM_DEDUP_KEYS}
  select ${of("organization_id")}, ${of("dedup_key")}, ${of("id")}
  from (select pg_advisory_xact_lock(${dedupLockKey(of)}) from given where camera_uuid is not null) q
  ${OR_FIND_ALERT} alert_id
), again as (
  update alerts a set occurrence_count = a.occurrence_count + 1,
    updated_at = greatest(a.updated_at, ${of("created_at")}),
    last_occurred_at = greatest(a.last_occurred_at, ${of("occurred_at")})
  from taken t
  where t.alert_id <> ${of("id")} and a.organization_id = ${of("organization_id")} and a.id = t.alert_id
    and ${isOpen("a.status")}
  returning a.*
), ${insertNewAlerts(LONE_FIELDS, of, `given, taken where alert_id = ${of("id")}`)}, snapshot as (
  ${insertCreatedEvents(of, `given, taken where alert_id = ${of("id")}`)}
  union all
  select a.organization_id, ${of("event_id")}, 'alert.reoccurred', a.id, ${actorValues(of)},
    jsonb_build_object('alert', ${eventSnapshotSql()}, 'occurrence_count', a.occurrence_count)
  from again a
) select n, camera_uuid, assignee_found, t.alert_id as target, t.alert_id = ${of("id")} as is_new,
    t.alert_id = ${of("id")} as made_here, to_json(a) as stored
  from given left join taken t on true left join again a on true`;

const TAKEN = `queued as materialized (
  select pg_advisory_xact_lock(place) from (
    select distinct ${dedupLockKey(column)} as place from valid r where dedup_key is not null order by place) q
), taken as (
  ${CLAIM_DEDUP_KEYS}
  select distinct on (organization_id, dedup_key) organization_id, dedup_key, id
  from valid where dedup_key is not null and ${isOpen("status")} and (select count(*) from queued) > 0
  order by organization_id, dedup_key, n
  ${OR_FIND_ALERT} organization_id, dedup_key, alert_id
)`;

// A row that is closed from the start takes no key; it counts on the key's open alert, in the table or before it here.
const COUNTED = `known as (
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
)`;

// What most creates need: no two rows share a key, so each is new or counts on an alert that was there before.
const COUNTED_APART = `counted as materialized (
  select v.*, coalesce(k.alert_id, v.id) as target, coalesce(k.alert_id = v.id, true) as is_new,
    coalesce(k.alert_id = v.id, true) as made_here, 1 as total, 1 as nth, v.occurred_at as last_of_all,
    v.occurred_at as last_so_far, v.created_at as updated_by_all
  from valid v left join taken k using (organization_id, dedup_key)
)`;

const NEW = "counted r where is_new";
const keyed = (fields: Fields, counted: string) => `with ${givenMany(fields)}, ${TAKEN}, ${counted}, again as (
  update alerts a set occurrence_count = a.occurrence_count + c.total,
    updated_at = greatest(a.updated_at, c.updated_by_all),
    last_occurred_at = greatest(a.last_occurred_at, c.last_of_all)
  from counted c
  where not c.made_here and c.nth = 1 and a.organization_id = c.organization_id and a.id = c.target
    and ${isOpen("a.status")}
  returning a.*
), outcome as materialized (
  select c.*, case when c.made_here then c.nth else a.occurrence_count - c.total + c.nth end::int as count_now,
    case when c.made_here then c.last_so_far else a.last_occurred_at end as last_now,
    case when c.made_here then c.created_at else a.updated_at end as updated_now
  from counted c left join again a on a.organization_id = c.organization_id and a.id = c.target
), ${insertNewAlerts(fields, column, NEW, "r.total", "r.last_of_all", "r.updated_by_all")}, snapshot as (
  ${INSERT_EVENTS}
  select o.organization_id, o.event_id, case when o.is_new then 'alert.created' else 'alert.reoccurred' end, o.target,
    o.source_kind, o.source_id, o.source_name, jsonb_build_object('alert', a.snapshot)
      || case when o.is_new then '{}' else jsonb_build_object('occurrence_count', o.count_now) end
  from outcome o join (
    select r.id, ${snapshotValue(column)} as snapshot from ${NEW}
    union all select a.id, ${eventSnapshotSql()} from again a) a on a.id = o.target
  where o.count_now is not null
) select g.n, g.camera_uuid, g.assignee_found, o.is_new, o.made_here, o.target, to_json(a) as stored, o.count_now,
    o.last_now, o.updated_now
  from given g left join outcome o on o.n = g.n left join again a on a.id = o.target and not o.made_here
  order by g.n`;

const LONE = unkeyed(parameter, LONE_FIELDS, GIVEN_ALONE, "given where camera_uuid is not null");
const LONE_KEYED = keyedAlone(parameter);
const many = (fields: Fields) => ({
  names: fieldsOf(fields),
  unkeyed: unkeyed(column, fields, givenMany(fields), "valid r"),
  apart: keyed(fields, COUNTED_APART),
  shared: keyed(fields, COUNTED),
});
const MANY_OPEN = many(OPEN_FIELDS);
const MANY = many(ALL_FIELDS);

/**
 * The one statement that stores these rows, with their events: it finds the cameras, takes or finds the dedup keys, and
 * inserts each alert or counts the one that is already open; its rows are `InsertOutcome`s. Of two with the same key the first
 * makes the alert that the second counts. What most callers send has a shorter statement than the whole of it.
 */
export function insertStatement(rows: readonly NewAlertRow[]): Statement {
  const [row] = rows;
  if (row && rows.length === 1 && row.status === "open" && row.assignee_id === null) {
    const sent = { ...row, media: JSON.stringify(row.media), metadata: JSON.stringify(row.metadata) };
    const parameters = fieldsOf(LONE_FIELDS).map((field) => sent[field]);
    return new Statement(row.dedup_key === null ? LONE : LONE_KEYED, parameters);
  }
  const texts = rows.every(({ status }) => status === "open") ? MANY_OPEN : MANY;
  const sent = [JSON.stringify(rows.map((each) => withoutNulls(each, texts.names)))];
  const keyedRows = rows.filter(({ dedup_key }) => dedup_key !== null);
  if (keyedRows.length === 0) return new Statement(texts.unkeyed, sent);
  const keys = new Set(keyedRows.map(({ organization_id, dedup_key }) => `${organization_id}${dedup_key}`));
  const areApart = keys.size === keyedRows.length && keyedRows.every(({ status }) => !isClosed(status));
  return new Statement(areApart ? texts.apart : texts.shared, sent);
}

function withoutNulls(row: NewAlertRow, names: readonly Field[]): Partial<NewAlertRow> {
  const sent: Record<string, unknown> = {};
  for (const name of names) {
    if (row[name] !== null) sent[name] = row[name];
  }
  return sent;
}
