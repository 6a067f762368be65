import { type SQL, sql } from "drizzle-orm";
import { NIL_ID } from "@/lib/db/ids";
import { DELETED_EVENT } from "@/lib/values";
import { INSERT_DELTAS, quarterSql } from "./deltas";

/** Rows per statement, so that locks are held only for milliseconds. */
export const ROWS_PER_STEP = 500;

const uuids = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`;

/** Returns the statement that selects the oldest alerts before `firstKept`, the lowest ID to keep. */
export const oldestStatement = (organizationId: string, firstKept: string): SQL => sql`
select id
from alerts
where organization_id = ${organizationId} and id < ${firstKept}::uuid
order by id
limit ${ROWS_PER_STEP}`;

/** Recent events are blanked instead of deleted, because a reader may resume after their feed position. */
const EMPTIED = sql.raw(`type = '${DELETED_EVENT}', subject_id = '${NIL_ID}', actor_kind = 'system', actor_id = null,
  actor_name = '', data = '{}'`);

// PostgreSQL selects the rows into an array once. With a join, it could repeat the selection for each row.
const step = (organizationId: string, table: string, mine: SQL): SQL => sql`
where organization_id = ${organizationId} and id = any(array(
  select id
  from ${sql.raw(table)}
  where organization_id = ${organizationId} and ${mine}
  limit ${ROWS_PER_STEP}
  for update skip locked
))`;

export const deleteNotesStep = (organizationId: string, ids: readonly string[]): SQL => sql`
delete from notes${step(organizationId, "notes", sql`alert_id = any(${uuids(ids)})`)}`;

/**
 * Returns a statement that deletes events with IDs below `firstKept`. Readers can't resume from positions that
 * old.
 */
export const deleteEventsStep = (organizationId: string, ids: readonly string[], firstKept: string): SQL => sql`
delete from events${step(organizationId, "events", sql`subject_id = any(${uuids(ids)}) and id < ${firstKept}::uuid`)}`;

export const emptyEventsStep = (organizationId: string, ids: readonly string[]): SQL => sql`
update events
set ${EMPTIED}${step(organizationId, "events", sql`subject_id = any(${uuids(ids)})`)}`;

const heldKeys = (organizationId: string, ids: readonly string[]) => sql`organization_id = ${organizationId}
  and alert_id = any(${uuids(ids)})
  and dedup_key in (
    select dedup_key from alerts
    where organization_id = ${organizationId} and id = any(${uuids(ids)}) and dedup_key is not null
  )`;

export const lockHeldKeysStatement = (organizationId: string, ids: readonly string[]): SQL => sql`
select from open_dedup_keys
where ${heldKeys(organizationId, ids)}
order by dedup_key
for update`;

/** Returns the statement that locks the alerts that no other transaction has locked. */
export const lockFreeStatement = (organizationId: string, ids: readonly string[]): SQL => sql`
select id
from alerts
where organization_id = ${organizationId} and id = any(${uuids(ids)})
order by id
for update skip locked`;

/** Returns the final statements of a removal, in order. */
export const removeStatements = (organizationId: string, ids: readonly string[]): SQL[] => [
  sql`
delete from open_dedup_keys
where ${heldKeys(organizationId, ids)}`,
  sql`
with removed as (
  delete from alerts
  where organization_id = ${organizationId} and id = any(${uuids(ids)})
  returning *
)
${sql.raw(INSERT_DELTAS)}
select ${organizationId}::uuid, ${sql.raw(quarterSql("r"))} as quarter, camera_id, use_case, severity, status, -count(*)
from removed r
group by quarter, camera_id, use_case, severity, status`,
  sql`
update events
set ${EMPTIED}
where organization_id = ${organizationId} and subject_id = any(${uuids(ids)})`,
  sql`
delete from notes
where organization_id = ${organizationId} and alert_id = any(${uuids(ids)})`,
];
