import { type SQL, sql } from "drizzle-orm";
import { firstIdWithin } from "@/lib/db/age";
import { database, type Executor } from "@/lib/db/client";

/** Rows of one transaction: few enough that nobody waits long for its locks. */
const ROWS_PER_STEP = 500;

interface Expired extends Record<string, unknown> {
  organization_id: string;
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
 */
export async function deleteExpiredAlerts(signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  while (!signal?.aborted) {
    const expired = await nextExpired();
    if (!expired) break;
    if (!(await deleteBelongings(expired, signal))) break;
    const step = await deleteAlerts(expired);
    deleted += step;
    // Somebody holds all that is left: the next run finds it.
    if (step === 0) break;
  }
  return deleted;
}

/** The oldest alerts of the first organization that keeps them no longer. */
async function nextExpired(): Promise<Expired | undefined> {
  const expired = sql`from alerts a where a.organization_id = o.id and a.id < ${firstIdWithin(sql`o.alert_retention_days`)}`;
  const [row] = await database().db.execute<Expired>(sql`
    select o.id as organization_id, array(select a.id ${expired} order by a.id limit ${ROWS_PER_STEP}) as ids
    from organizations o where exists (select ${expired}) limit 1`);
  return row;
}

// A timeline has no limit, so it goes in steps of its own before the alert.
async function deleteBelongings(expired: Expired, signal: AbortSignal | undefined): Promise<boolean> {
  for (const table of ["events", "notes"] as const) {
    for (let step = ROWS_PER_STEP; step > 0; ) {
      if (signal?.aborted) return false;
      step = await deleteRows(database().db, table, expired);
    }
  }
  return true;
}

async function deleteRows(db: Executor, table: "events" | "notes", { organization_id, ids }: Expired): Promise<number> {
  const rows = sql.identifier(table);
  const alert = sql.identifier({ events: "subject_id", notes: "alert_id" }[table]);
  const step = await db.execute(sql`
    delete from ${rows} r using (
      select id from ${rows} where organization_id = ${organization_id} and ${alert} = any(${uuids(ids)})
      limit ${ROWS_PER_STEP} for update skip locked) gone
    where r.organization_id = ${organization_id} and r.id = gone.id`);
  return step.count;
}

// The dedup key's row is locked before the alert's, as creates and changes do; an alert that somebody changes is left.
async function deleteAlerts({ organization_id, ids }: Expired): Promise<number> {
  return database().db.transaction(async (tx) => {
    const mine = sql`organization_id = ${organization_id}`;
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
    await tx.execute(sql`delete from events where ${mine} and subject_id = any(${uuids(list)})`);
    await tx.execute(sql`delete from notes where ${mine} and alert_id = any(${uuids(list)})`);
    return list.length;
  });
}

function uuids(ids: string[]): SQL {
  return sql`${sql.param(ids)}::uuid[]`;
}
