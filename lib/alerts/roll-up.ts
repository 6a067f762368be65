import { count, desc, sql } from "drizzle-orm";
import { forEachOrganization } from "@/lib/auth/system";
import { database } from "@/lib/db/client";
import { alertDeltas } from "@/lib/db/tables/analytics";

/** The maximum number of deltas per step, which takes a few milliseconds of PostgreSQL time. */
const STEP_DELTAS = 10_000;
/** The maximum number of organizations per run. */
const ORGANIZATIONS_PER_RUN = 20;
/** Quarter hours per UTC day. */
const QUARTERS = 96;

/**
 * Moves rows from `alert_deltas` to `alert_counts`. Readers add up both, so a roll-up makes reads cheaper but
 * doesn't change their results. Each run takes the organizations with the most deltas, in steps of limited size
 * with their own transactions.
 * @param signal stops the run after the current step.
 * @returns the number of deltas rolled up. If it isn't zero, call again soon.
 * @throws AggregateError if organizations failed, as `forEachOrganization`.
 */
export async function rollUpAlertCounts(signal?: AbortSignal): Promise<number> {
  const behind = await database()
    .db.select({ id: alertDeltas.organizationId })
    .from(alertDeltas)
    .groupBy(alertDeltas.organizationId)
    .orderBy(desc(count()))
    .limit(ORGANIZATIONS_PER_RUN);
  const step = async (organizationId: string) => {
    const done = await rollUpStep(organizationId);
    return { done, hasMore: done === STEP_DELTAS };
  };
  return forEachOrganization(
    behind.map(({ id }) => id),
    step,
    signal,
  );
}

/**
 * Rolls up the oldest deltas of an organization, in one transaction. `stepDeltas` is the approximate maximum
 * number of deltas.
 * @returns the number of deltas rolled up: 0 if another instance is rolling up this organization.
 */
export async function rollUpStep(organizationId: string, stepDeltas = STEP_DELTAS): Promise<number> {
  return database().db.transaction(async (tx) => {
    const [lock] = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`rollup/${organizationId}`}, 0)) as mine`,
    );
    if (!lock?.mine) return 0;
    const [step] = await tx.execute<{ taken: number; empty_cubes: string[] | null; empty_days: string[] | null }>(sql`
      with taken as (
        delete from alert_deltas where organization_id = ${organizationId} and (quarter, id) <= (
          select quarter, id from (select quarter, id from alert_deltas where organization_id = ${organizationId}
            order by quarter, id limit ${stepDeltas}) step
          order by quarter desc, id desc limit 1)
        returning *, (quarter at time zone 'UTC')::date as day,
          (extract(epoch from (quarter at time zone 'UTC')::time) / 900)::int + 1 as slot
      ), slots as (
        select day, camera_id, use_case, severity, status, slot, sum(n)::int as n,
          case grouping(camera_id, use_case, severity, status) when 15 then 'all' when 12 then 'severity_status'
            when 11 then 'use_case' when 8 then 'use_case_severity_status' else 'camera' end as cube
        from taken
        group by day, slot, grouping sets ((), (severity, status), (use_case), (use_case, severity, status), (camera_id))
      ), cells as (
        select cube, day, camera_id, use_case, severity, status, array_agg(slot) as slots, array_agg(n) as ns
        from slots group by cube, day, camera_id, use_case, severity, status
      ), stored as (
        insert into alert_counts as c (organization_id, cube, day, camera_id, use_case, severity, status, counts)
        select ${organizationId}::uuid, cube, day, camera_id, use_case, severity, status, array(
          select sum(coalesce(s.n, 0)) over (order by q.slot)::int
          from generate_series(1, ${sql.raw(`${QUARTERS}`)}) as q(slot)
            left join unnest(cells.slots, cells.ns) as s(slot, n) on s.slot = q.slot
          order by q.slot)
        from cells order by cube, day
        on conflict (organization_id, cube, day, camera_id, use_case, severity, status) do update
          set counts = add_alert_counts(c.counts, excluded.counts)
        returning cube, day, counts
      ), empty as (
        select cube, day from stored where counts = array_fill(0, array[${sql.raw(`${QUARTERS}`)}])
      )
      select (select count(*)::int from taken) as taken, (select array_agg(distinct cube) from empty) as empty_cubes,
        (select array_agg(distinct day::text) from empty) as empty_days`);
    // Deletes rows whose counts are all zero. A total of zero isn't enough, because positive and negative counts
    // may still cancel each other out.
    if (step?.empty_cubes) {
      await tx.execute(sql`
        delete from alert_counts where organization_id = ${organizationId}
          and cube = any(${sql.param(step.empty_cubes)}::text[]) and day = any(${sql.param(step.empty_days)}::date[])
          and counts = array_fill(0, array[${sql.raw(`${QUARTERS}`)}])`);
    }
    return step?.taken ?? 0;
  });
}
