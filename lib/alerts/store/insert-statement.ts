import type { OrganizationId } from "@/lib/auth/context";
import { alertStatuses, isClosed } from "@/lib/values";
import { alertColumnNames, alertColumnType } from "../columns";
import { type AlertRecord, eventSnapshotSql } from "../row";
import { INSERT_DELTAS, quarterSql } from "./deltas";

/** A row to insert: the alert, and other values that the statement needs. */
export type NewAlertRow = Omit<AlertRecord, "camera_id"> & {
  /**
   * The camera's UUID if the request contains a camera ID, otherwise null. If no camera has this UUID, the
   * statement looks up `external_id`.
   */
  camera_id: string | null;
  external_id: string;
  organization_id: OrganizationId;
  event_id: string;
};

/** The result of inserting one row. */
export type InsertOutcome = {
  /** The row's index in the input. */
  n: number;
  camera_uuid: string | null;
  /**
   * Whether the row created an alert. Null means that the row must be sent again. This field and those below are
   * set only by `INSERT_KEYED_ALERTS`.
   */
  is_new?: boolean | null;
  /** The UUID of the created or incremented alert, and whether this statement created it. */
  target?: string | null;
  made_here?: boolean | null;
  /** The stored alert, if it existed before this statement. */
  stored?: AlertRecord | null;
  /** The alert's counter and times after this row was counted. */
  count_now?: number;
  last_now?: string;
  updated_now?: string;
};

/**
 * The statement computes these columns, because several rows can increment the same alert. The version of a new
 * alert is the table's default.
 */
const workedOut = new Set<string>(["camera_id", "occurrence_count", "last_occurred_at", "updated_at", "version"]);
const stored = alertColumnNames.filter((name) => !workedOut.has(name));
/** The input columns of each row, with their types. */
const sent: [name: keyof NewAlertRow, sqlType: string][] = [
  ["event_id", "uuid"],
  ["external_id", "text"],
  ["camera_id", "uuid"],
  ...stored.map((name): [keyof NewAlertRow, string] => [name, alertColumnType(name).sqlType]),
];
const sentOfSeveral: typeof sent = [["organization_id", "uuid"], ...sent];
const storedList = stored.join(", ");
const storedOfRow = stored.map((name) => `r.${name}`).join(", ");

const OPEN = `(${alertStatuses.flatMap((status) => (isClosed(status) ? [] : `'${status}'`)).join(", ")})`;
const SNAPSHOT = eventSnapshotSql((name) => {
  if (name === "version") return "1";
  return name === "camera_id" ? "r.camera_uuid" : `r.${name}`;
});
const EVENT_COLUMNS = "organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data";

// A scalar subquery for the camera always uses the index, even if the plan was made when the table was small.
const given = (organization: string, columns: typeof sent) => `given as materialized (
  select r.*, r.ordinality::int - 1 as n,
    coalesce(
      (select c.id from cameras c
        where c.organization_id = ${organization} and c.id = r.camera_id and c.archived_at is null),
      (select c.id from cameras c
        where c.organization_id = ${organization} and c.archived_at is null and c.external_id = r.external_id)
    ) as camera_uuid
  from rows from (
    json_to_recordset($1::json) as (${columns.map((each) => each.join(" ")).join(", ")})
  ) with ordinality r
), valid as not materialized (
  select * from given where camera_uuid is not null
)`;

const unkeyed = (organization: string, columns: typeof sent) => `with ${given(organization, columns)}, inserted as (
  insert into alerts (organization_id, camera_id, occurrence_count, last_occurred_at, updated_at, ${storedList})
  select ${organization}, r.camera_uuid, 1, r.occurred_at, r.created_at, ${storedOfRow}
  from valid r
), counted as (
  ${INSERT_DELTAS}
  select ${organization}, ${quarterSql("r")}, r.camera_uuid, r.use_case, r.severity, r.status, 1
  from valid r
), recorded as (
  insert into events (${EVENT_COLUMNS})
  select ${organization}, r.event_id, 'alert.created', r.id, r.source_kind, r.source_id, r.source_name,
    jsonb_build_object('alert', ${SNAPSHOT})
  from valid r
)
select n, camera_uuid from given`;

const ORGANIZATION = "$2::uuid";

/** Stores rows of one organization without dedup keys. `$1` contains the rows, and `$2` the organization. */
export const INSERT_ALERTS = unkeyed(ORGANIZATION, sent);

/** Stores rows of several organizations without dedup keys. Each row contains its organization. */
export const INSERT_MIXED_ALERTS = unkeyed("r.organization_id", sentOfSeveral);

/**
 * Stores rows of one organization, with or without dedup keys. It first takes the same locks as `lockAlerts`, in
 * the same order, so that feed positions follow the order of the locks. A row that is created as closed claims no
 * key. If an open alert has its key, in the table or earlier in the batch, the row increments that alert.
 */
export const INSERT_KEYED_ALERTS = `with ${given(ORGANIZATION, sent)}, queued as materialized (
  select pg_advisory_xact_lock(place) from (
    select distinct hashtextextended('dedup/' || ${ORGANIZATION} || '/' || dedup_key, 0) as place
    from valid where dedup_key is not null order by place
  ) q
), taken as (
  insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)
  select distinct on (dedup_key) ${ORGANIZATION}, dedup_key, id
  from valid where dedup_key is not null and status in ${OPEN} and (select count(*) from queued) > 0
  order by dedup_key, n
  on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id
  returning dedup_key, alert_id
), known as (
  select dedup_key, (
    select k.alert_id from open_dedup_keys k
    where k.organization_id = ${ORGANIZATION} and k.dedup_key = w.dedup_key for update
  ) as alert_id
  from (
    select dedup_key from valid where dedup_key is not null
    except select dedup_key from taken order by dedup_key
  ) w
), aimed as (
  select v.*, coalesce(v.n <= first.n, k.alert_id is null) as is_new,
    k.alert_id is null or first.n is not null as made_here,
    case when k.alert_id is null or v.n < first.n then v.id else k.alert_id end as target
  from valid v
  left join (select * from taken union all select * from known) k using (dedup_key)
  left join valid first on first.id = k.alert_id
), totaled as materialized (
  select aimed.*, count(*) over alert as total, max(occurred_at) over alert as last_of_all,
    max(created_at) over alert as updated_by_all, row_number() over so_far as nth,
    max(occurred_at) over so_far as last_so_far
  from aimed
  window alert as (partition by target), so_far as (partition by target order by n)
), again as (
  update alerts a set occurrence_count = a.occurrence_count + c.total,
    updated_at = greatest(a.updated_at, c.updated_by_all),
    last_occurred_at = greatest(a.last_occurred_at, c.last_of_all)
  from totaled c
  where not c.made_here and c.nth = 1 and a.organization_id = ${ORGANIZATION} and a.id = c.target
    and a.status in ${OPEN}
  returning a.*
), outcome as materialized (
  select c.*, case when c.made_here then c.nth else a.occurrence_count - c.total + c.nth end::int as count_now,
    case when c.made_here then c.last_so_far else a.last_occurred_at end as last_now,
    case when c.made_here then c.created_at else a.updated_at end as updated_now
  from totaled c left join again a on a.id = c.target
), inserted as (
  insert into alerts (organization_id, camera_id, occurrence_count, last_occurred_at, updated_at, ${storedList})
  select ${ORGANIZATION}, r.camera_uuid, r.total, r.last_of_all, r.updated_by_all, ${storedOfRow}
  from totaled r where r.is_new
), counted as (
  ${INSERT_DELTAS}
  select ${ORGANIZATION}, ${quarterSql("r")}, r.camera_uuid, r.use_case, r.severity, r.status, 1
  from totaled r where r.is_new
), recorded as (
  insert into events (${EVENT_COLUMNS})
  select ${ORGANIZATION}, o.event_id, case when o.is_new then 'alert.created' else 'alert.reoccurred' end, o.target,
    o.source_kind, o.source_id, o.source_name,
    jsonb_build_object('alert', a.snapshot)
      || case when o.is_new then '{}' else jsonb_build_object('occurrence_count', o.count_now) end
  from outcome o
  join (
    select r.id, ${SNAPSHOT} as snapshot from totaled r where r.is_new
    union all select a.id, ${eventSnapshotSql()} from again a
  ) a on a.id = o.target
  where o.count_now is not null
)
select g.n, g.camera_uuid, o.is_new, o.made_here, o.target, to_json(a) as stored, o.count_now,
  o.last_now, o.updated_now
from given g
left join outcome o on o.n = g.n
left join again a on a.id = o.target and not o.made_here
order by g.n`;

/**
 * Returns the statement that stores rows with their events, and its parameters. The statement returns an
 * `InsertOutcome` for each row. If two rows have the same key, the first creates the alert and the second
 * increments it. Rows with dedup keys must belong to one organization.
 */
export function insertStatement(rows: readonly NewAlertRow[]): [text: string, parameters: unknown[]] {
  const organization = rows[0]?.organization_id;
  const isKeyed = rows.some(({ dedup_key }) => dedup_key !== null);
  if (rows.every(({ organization_id }) => organization_id === organization)) {
    return [isKeyed ? INSERT_KEYED_ALERTS : INSERT_ALERTS, [toJson(rows, sent), organization]];
  }
  if (isKeyed) throw new Error("Alerts with dedup keys of several organizations in one statement");
  return [INSERT_MIXED_ALERTS, [toJson(rows, sentOfSeveral)]];
}

function toJson(rows: readonly NewAlertRow[], columns: typeof sent): string {
  return JSON.stringify(rows.map((row) => withoutNulls(row, columns)));
}

function withoutNulls(row: NewAlertRow, columns: typeof sent): Partial<NewAlertRow> {
  const values: Record<string, unknown> = {};
  for (const [name] of columns) {
    if (row[name] !== null) values[name] = row[name];
  }
  return values;
}
