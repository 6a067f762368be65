import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { forEachOrganization } from "@/lib/auth/system";
import { firstIdWithin } from "@/lib/db/age";
import { database } from "@/lib/db/client";
import { NIL_ID } from "@/lib/db/ids";
import { alerts } from "@/lib/db/tables/alerts";
import { organizations } from "@/lib/db/tables/people";
import { EVENT_RETENTION_D } from "@/lib/limits";
import { DELETED_EVENT } from "@/lib/values";

/** Rows of one transaction: few enough that nobody waits long for its locks. */
const ROWS_PER_STEP = 500;

/** A reader may go on from a young event's place in the feed; nothing of the alert is left in it. */
const EMPTIED_EVENT = `type = '${DELETED_EVENT}', subject_id = '${NIL_ID}', actor_kind = 'system', actor_id = null,
  actor_name = '', data = '{}'`;

interface Expired {
  organizationId: string;
  ids: string[];
}

/**
 * Deletes the alerts that are older than their organization keeps them, with their notes, events and dedup keys. The
 * day of creation counts: a late report of something old is kept as long as any other, and what happened to an alert
 * since, even that it is still open, does not prolong its life.
 * Works in steps of short transactions; any number of instances may delete at once. The alert goes last, so what a
 * cut off step has left is found again.
 * @param signal ends it after the running step.
 * @returns how many alerts went.
 * @throws AggregateError when organizations failed; the others are done all the same.
 */
export async function deleteExpiredAlerts(signal?: AbortSignal): Promise<number> {
  const { id, alertRetentionDays } = organizations;
  const rows = await database().db.select({ id, alertRetentionDays }).from(organizations).orderBy(id);
  const retentionDays = new Map(rows.map((row) => [row.id, row.alertRetentionDays]));
  const step = async (organizationId: string) => {
    const days = retentionDays.get(organizationId);
    const expired = { organizationId, ids: days === undefined ? [] : await listExpired(organizationId, days) };
    if (expired.ids.length === 0 || !(await deleteDependents(expired, signal))) return { done: 0, hasMore: false };
    const done = await deleteAlerts(expired);
    // After a step that deleted nothing, somebody holds all that is left: the next run finds it.
    return { done, hasMore: done > 0 };
  };
  return forEachOrganization([...retentionDays.keys()], step, signal);
}

/** The oldest alerts that an organization keeps no longer. */
async function listExpired(organizationId: string, retentionDays: number): Promise<string[]> {
  const rows = await database()
    .db.select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.organizationId, organizationId), lt(alerts.id, firstIdWithin(retentionDays))))
    .orderBy(alerts.id)
    .limit(ROWS_PER_STEP);
  return rows.map(({ id }) => id);
}

// A timeline has no limit, so it goes in steps of its own before the alert.
async function deleteDependents(expired: Expired, signal: AbortSignal | undefined): Promise<boolean> {
  for (const remove of removals(expired)) {
    for (let step = ROWS_PER_STEP; step > 0; ) {
      if (signal?.aborted) return false;
      step = (await database().db.execute(remove)).count;
    }
  }
  return true;
}

/** The statements that take one step each of what belongs to these alerts. */
function removals({ organizationId, ids }: Expired): SQL[] {
  // An array is made once; a join of the two may be planned so that the rows are chosen again for each row.
  const step = (table: SQL, mine: SQL) => sql`where organization_id = ${organizationId} and id = any(array(
    select id from ${table} where organization_id = ${organizationId} and ${mine} limit ${ROWS_PER_STEP}
    for update skip locked))`;
  const events = sql.raw("events");
  const notes = sql.raw("notes");
  const aboutAlerts = sql`subject_id = any(${uuids(ids)})`;
  return [
    sql`delete from notes ${step(notes, sql`alert_id = any(${uuids(ids)})`)}`,
    sql`delete from events ${step(events, sql`${aboutAlerts} and id < ${firstIdWithin(EVENT_RETENTION_D)}`)}`,
    sql`update events set ${sql.raw(EMPTIED_EVENT)} ${step(events, aboutAlerts)}`,
  ];
}

// The dedup key's row is locked before the alert's, as creates and changes do; an alert that somebody changes is left.
async function deleteAlerts({ organizationId, ids }: Expired): Promise<number> {
  return database().db.transaction(async (tx) => {
    const mine = sql`organization_id = ${organizationId}`;
    const keysOf = (list: string[]) =>
      sql`${mine} and alert_id = any(${uuids(list)}) and dedup_key in
        (select dedup_key from alerts where ${mine} and id = any(${uuids(list)}) and dedup_key is not null)`;
    await tx.execute(sql`select from open_dedup_keys where ${keysOf(ids)} order by dedup_key for update`);
    const held = await tx.execute<{ id: string }>(
      sql`select id from alerts where ${mine} and id = any(${uuids(ids)}) order by id for update skip locked`,
    );
    const list = held.map(({ id }) => id);
    // Again, since an alert may have been reopened before it was locked.
    await tx.execute(sql`delete from open_dedup_keys where ${keysOf(list)}`);
    await tx.execute(sql`delete from alerts where ${mine} and id = any(${uuids(list)})`);
    await tx.execute(
      sql`update events set ${sql.raw(EMPTIED_EVENT)} where ${mine} and subject_id = any(${uuids(list)})`,
    );
    await tx.execute(sql`delete from notes where ${mine} and alert_id = any(${uuids(list)})`);
    return list.length;
  });
}

function uuids(ids: string[]): SQL {
  return sql`${sql.param(ids)}::uuid[]`;
}
