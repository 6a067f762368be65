import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { type AlertStatus, alertStatuses, alertTransitions, isClosed } from "@/lib/values";
import { alertColumns, alertColumnType, columnsOf } from "../columns";
import { changeableFields } from "../fields";
import type { AlertRecord } from "../row";
import { INSERT_DELTAS, quarterSql } from "./deltas";

type Tenant = Pick<Context, "organizationId">;

/** The ID and dedup key of an alert. */
export type KeyedAlert = Pick<AlertRecord, "id" | "dedup_key">;

const uuids = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`;
const keysOf = (keyed: readonly KeyedAlert[]) => sql`${sql.param(keyed.map(({ dedup_key }) => dedup_key))}::text[]`;
const idsOf = (keyed: readonly KeyedAlert[]) => uuids(keyed.map(({ id }) => id));

/**
 * Returns the statement that reads and locks alerts.
 * @param matching a condition on `alerts a` that must hold once they are locked.
 */
export const lockStatement = (
  { organizationId }: Tenant,
  ids: readonly string[],
  matching: SQL | undefined,
): SQL => sql`
select ${alertColumns}
from alerts a
where a.organization_id = ${organizationId} and a.id = any(${uuids(ids)})${matching ? sql` and ${matching}` : sql``}
order by a.id
for update`;

/** Returns the statement that locks the dedup keys of alerts that are about to close. */
export const lockKeysStatement = ({ organizationId }: Tenant, keyed: readonly KeyedAlert[]): SQL => sql`
select from open_dedup_keys
where organization_id = ${organizationId} and dedup_key = any(${keysOf(keyed)}) and alert_id = any(${idsOf(keyed)})
order by dedup_key
for update`;

/**
 * Returns the statement that claims the dedup keys of closed alerts that are about to reopen. Its rows contain the
 * alert that owns each key.
 */
export function takeKeysStatement({ organizationId }: Tenant, keyed: readonly KeyedAlert[], status: AlertStatus): SQL {
  const reopening = alertStatuses.filter((from) => isClosed(from) && alertTransitions[from].includes(status));
  return sql`
insert into open_dedup_keys as k (organization_id, dedup_key, alert_id)
select distinct on (a.dedup_key) a.organization_id, a.dedup_key, a.id
from alerts a
where a.organization_id = ${organizationId} and a.id = any(${idsOf(keyed)})
  and a.status = any(${sql.param(reopening)}::text[])
order by a.dedup_key, a.id
on conflict (organization_id, dedup_key) do update set alert_id = k.alert_id
returning k.dedup_key, k.alert_id`;
}

/** Returns the statement that releases the dedup keys of alerts that are closed or deleted. */
export function releaseKeysStatement({ organizationId }: Tenant, keyed: readonly KeyedAlert[]): SQL {
  const open = alertStatuses.filter((status) => !isClosed(status));
  return sql`
delete from open_dedup_keys k
where k.organization_id = ${organizationId} and k.dedup_key = any(${keysOf(keyed)}) and k.alert_id = any(${idsOf(keyed)})
  and not exists (
    select from alerts a
    where a.organization_id = k.organization_id and a.id = k.alert_id and a.status = any(${sql.param(open)}::text[])
  )`;
}

/**
 * Returns the statement that locks a membership until the transaction ends. It returns no row if the person isn't
 * a member.
 */
export const lockMemberStatement = ({ organizationId }: Tenant, userId: string): SQL => sql`
select 1 from memberships
where organization_id = ${organizationId} and user_id = ${userId}::uuid
for key share`;

/** The columns that a change writes: fields sent by callers, and those set by a status change. */
const storedColumns = [
  ...changeableFields,
  "version" as const,
  ...(["acknowledged_at", "acknowledged_by", "resolved_at", "resolved_by"] as const).flatMap(columnsOf),
];
const assignments = sql.raw(storedColumns.map((name) => `${name} = n.${name}`).join(", "));
const changedRows = sql.raw(
  [
    ...["id", ...storedColumns].map((name) => `${name} ${alertColumnType(name).sqlType}`),
    ...["old_severity text", "old_status text"],
  ].join(", "),
);

/** An alert before and after a change. `before` is its state when it was locked. */
export interface LockedChange {
  before: AlertRecord;
  after: AlertRecord;
}

/**
 * Returns the statement that stores changed alerts. It also adds deltas for alerts whose severity or status
 * changed.
 */
export function storeStatement({ organizationId }: Tenant, changes: readonly LockedChange[], now: string): SQL {
  const values = changes.map(({ before, after }) => ({
    ...Object.fromEntries(["id" as const, ...storedColumns].map((name) => [name, after[name]])),
    old_severity: before.severity,
    old_status: before.status,
  }));
  return sql`
with changed as (
  update alerts a
  set ${assignments}, updated_at = ${now}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n(${changedRows})
  where a.organization_id = ${organizationId} and a.id = n.id
  returning a.*, n.old_severity, n.old_status
), counted as (
  ${sql.raw(INSERT_DELTAS)}
  select ${organizationId}::uuid, ${sql.raw(quarterSql("a"))}, a.camera_id, a.use_case, moved.severity, moved.status, moved.n
  from changed a
  cross join lateral (values (a.old_severity, a.old_status, -1), (a.severity, a.status, 1)) as moved(severity, status, n)
  where (a.severity, a.status) <> (a.old_severity, a.old_status)
)
select ${alertColumns}
from changed a`;
}
