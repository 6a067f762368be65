import { sql } from "drizzle-orm";
import { database } from "@/lib/db/client";

/** Any constant will do, as long as every instance uses the same. */
const ROLL_UP_LOCK = 7_318_204_552;
const STEP_DELTAS = 10_000;
const MAX_STEPS = 100;
/** Quarters of an hour in a UTC day. */
const QUARTERS = 96;

/**
 * Moves what the triggers on `alerts` noted from `alert_deltas` to `alert_counts`, which readers add up: whether a
 * delta is rolled up yet changes no answer, only its cost. In steps of a bounded size, each a transaction of its own;
 * of several instances one rolls up while the others return at once.
 * @returns how many deltas were rolled up; call again soon when there were any.
 */
export async function rollUpAlertCounts({ stepDeltas = STEP_DELTAS, maxSteps = MAX_STEPS } = {}): Promise<number> {
  let rolledUp = 0;
  for (let step = 0; step < maxSteps; step += 1) {
    const taken = await rollUpStep(stepDeltas);
    rolledUp += taken;
    if (taken < stepDeltas) break;
  }
  return rolledUp;
}

async function rollUpStep(stepDeltas: number): Promise<number> {
  return database().db.transaction(async (tx) => {
    const [lock] = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as mine`);
    if (!lock?.mine) return 0;
    const [step] = await tx.execute<{ taken: number; empty: string[] | null }>(sql`
      with taken as (
        delete from alert_deltas where ctid = any(array(
          select ctid from alert_deltas order by organization_id, quarter limit ${stepDeltas}))
        returning *, (quarter at time zone 'UTC')::date as day,
          (extract(epoch from (quarter at time zone 'UTC')::time) / 900)::int + 1 as slot
      ), slots as (
        select organization_id, day, camera_id, use_case, severity, status, slot, sum(n)::int as n,
          case grouping(camera_id, use_case, severity, status) when 15 then 'all' when 12 then 'severity_status'
            when 11 then 'use_case' when 8 then 'use_case_severity_status' else 'camera' end as cube
        from taken
        group by organization_id, day, slot,
          grouping sets ((), (severity, status), (use_case), (use_case, severity, status), (camera_id))
      ), cells as (
        select organization_id, cube, day, camera_id, use_case, severity, status,
          array_agg(slot) as slots, array_agg(n) as ns
        from slots group by organization_id, cube, day, camera_id, use_case, severity, status
      ), stored as (
        insert into alert_counts as c (organization_id, cube, day, camera_id, use_case, severity, status, counts)
        select organization_id, cube, day, camera_id, use_case, severity, status, array(
          select sum(coalesce(s.n, 0)) over (order by q.slot)::int
          from generate_series(1, ${sql.raw(`${QUARTERS}`)}) as q(slot)
            left join unnest(cells.slots, cells.ns) as s(slot, n) on s.slot = q.slot
          order by q.slot)
        from cells order by organization_id, cube, day
        on conflict (organization_id, cube, day, camera_id, use_case, severity, status) do update
          set counts = array(select u.old + u.new from unnest(c.counts, excluded.counts) with ordinality
            as u(old, new, slot) order by u.slot)
        returning ctid, counts
      )
      select (select count(*)::int from taken) as taken,
        (select array_agg(ctid::text) from stored where counts = array_fill(0, array[${sql.raw(`${QUARTERS}`)}])) as empty`);
    // A cell without alerts is as good as none. Zero in total is not enough: parts of it may still cancel out.
    if (step?.empty) {
      await tx.execute(sql`delete from alert_counts where ctid = any(${sql.param(step.empty)}::tid[])`);
    }
    return step?.taken ?? 0;
  });
}
