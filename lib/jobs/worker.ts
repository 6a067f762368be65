import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Runner, run, type WorkerEvents } from "graphile-worker";
import { connect, directUrl } from "@/lib/db/client";
import { jobsConnection } from "@/lib/db/jobs";
import type { Sql } from "@/lib/db/query";
import { log } from "@/lib/log";
import { MAX_ATTEMPTS, type RecurringTask, toTaskList } from "./recurring";

const CONCURRENCY = 3;
/** The number of graphile-worker's connections: one per running job, and one that listens. */
const POOL_SIZE = CONCURRENCY + 1;
const POLL_INTERVAL_MS = 1_000;
/** How often a worker reports that it is alive and checks the others, in milliseconds. */
const ROUND_MS = 5_000;
/**
 * The minimum age of a job's lock, in seconds, before the job can be released. A worker may start its first job
 * before it reports for the first time.
 */
const GRACE_S = 10;
const RESTART_AFTER_MS = 1_000;
/** Longer than a webhook's request, because a delivery whose reply isn't stored is repeated. */
const STOP_WITHIN_MS = 20_000;
/**
 * Disables batching of completed and failed jobs. With batching, a connection that breaks while a job completes
 * would end the process with an unhandled rejection.
 */
const REPORTED = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

type RecurringTasks = Record<string, RecurringTask>;

export interface RunningWorker {
  /**
   * Stops taking jobs, and waits up to 20 s for running jobs to finish their current step. It may be called
   * repeatedly.
   */
  stop(): Promise<void>;
}

/**
 * Runs the recurring jobs until stopped. Several processes may run a worker. A worker that loses the database
 * restarts under a new name. Jobs of a killed or disconnected worker are released within a minute (graphile-worker
 * alone waits four hours). The database must be migrated.
 * @param tasks the recurring tasks by name, which must be the same in all processes that use the database.
 * @throws Error if the database can't be reached at startup.
 */
export async function startWorker(tasks: RecurringTasks): Promise<RunningWorker> {
  const url = directUrl();
  if (!url) throw new Error("DATABASE_URL is not set: the worker needs the database of the server");
  const stopping = new AbortController();
  const open = () => openSession(url, tasks);
  const life = keepAlive(open, await open(), stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await life;
    },
  };
}

/** Runs sessions one after the other until stopped. */
async function keepAlive(open: () => Promise<Session>, first: Session, stop: AbortSignal): Promise<void> {
  let session: Session | undefined = first;
  while (!stop.aborted) {
    await session?.end(stop);
    await sleep(RESTART_AFTER_MS, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
    session = await open().catch((error: Error) => {
      log.warn({ error: error.name }, "the worker is waiting for the database");
      return undefined;
    });
  }
  await session?.end(stop);
}

interface Session {
  /** Waits until the worker has ended, either because of the signal or because it lost the database. */
  end(stop: AbortSignal): Promise<void>;
}

async function openSession(url: string, tasks: RecurringTasks): Promise<Session> {
  const presence = connect(url, { max: 1 });
  try {
    const events: WorkerEvents = new EventEmitter();
    const self: Self = { name: "", pid: 0, running: new Set() };
    events.once("pool:create", ({ workerPool }) => {
      self.name = workerPool.id;
    });
    events.on("job:start", ({ job }) => self.running.add(job.id));
    events.on("job:complete", ({ job }) => self.running.delete(job.id));
    const [connection] = await presence.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    self.pid = connection?.pid ?? 0;
    const runner = await run({
      ...jobsConnection(url),
      concurrency: CONCURRENCY,
      maxPoolSize: POOL_SIZE,
      pollInterval: POLL_INTERVAL_MS,
      gracefulShutdownAbortTimeout: 0,
      noHandleSignals: true,
      preset: REPORTED,
      taskList: toTaskList(tasks),
      parsedCronItems: [],
      events,
    });
    return {
      end: async (stop) => {
        const ended = runner.promise.catch(() => {});
        const cut = new AbortController();
        void ended.finally(() => cut.abort());
        await makeRounds(presence.sql, self, Object.keys(tasks), AbortSignal.any([stop, cut.signal]));
        await stopRunner(runner);
        await presence.sql.end({ timeout: 1 });
      },
    };
  } catch (error) {
    await presence.sql.end({ timeout: 1 });
    throw error;
  }
}

/** A worker's name, and the process ID of the database connection that proves that it is alive. */
interface Self {
  name: string;
  pid: number;
  /** IDs of the jobs that this worker is running. */
  running: Set<string>;
}

/**
 * Reports that this worker is alive, and releases jobs of dead workers. Returns when stopped, or when the worker
 * must restart.
 */
async function makeRounds(sql: Sql, self: Self, tasks: string[], stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      const [lock] = await sql<{ pid: number }[]>`
        select pg_backend_pid() as pid, pg_try_advisory_lock(hashtextextended(${`worker/${self.name}`}, 0))`;
      if (lock?.pid !== self.pid || (await hasLostJob(sql, self))) return;
      await releaseJobsOfDeadWorkers(sql, self.name);
      await repairTasks(sql, tasks);
    } catch (error) {
      log.warn({ error: (error as Error).name }, "the worker lost the database");
      return;
    }
    await sleep(ROUND_MS, undefined, { signal: stop }).catch(() => {});
  }
}

// If the connection breaks after the database assigned a job and before the worker received it, no worker runs the
// job. The worker then restarts under a new name, so that the old name counts as dead and its jobs are released.
async function hasLostJob(sql: Sql, self: Self): Promise<boolean> {
  const lost = await sql`
    select from graphile_worker.jobs where locked_by = ${self.name} and id <> all(${[...self.running]}::bigint[])
      and locked_at < now() - make_interval(secs => ${GRACE_S})`;
  return lost.length > 0;
}

// A worker holds a lock under its name while its connection is open. PostgreSQL releases the lock even after kill
// -9.
async function releaseJobsOfDeadWorkers(sql: Sql, name: string): Promise<void> {
  const [row] = await sql<{ dead: string[] }[]>`
    with named as (
      select distinct locked_by as name from graphile_worker.jobs
      where locked_by <> ${name} and locked_at < now() - make_interval(secs => ${GRACE_S})
    ), dead as materialized (
      select array_agg(name) as names from named where pg_try_advisory_xact_lock(hashtextextended('worker/' || name, 0))
    )
    select names as dead from dead, graphile_worker.force_unlock_workers(names) where names is not null`;
  if (row) log.warn({ workers: row.dead }, "jobs of stopped workers were released");
}

// Ensures that each recurring task has one job. It removes the job of a crashed run that had already added the
// next one.
async function repairTasks(sql: Sql, names: string[]): Promise<void> {
  await sql`
    select graphile_worker.add_job(name, job_key => name, job_key_mode => 'unsafe_dedupe', max_attempts => ${MAX_ATTEMPTS})
    from unnest(${names}::text[]) as name
    where not exists (select from graphile_worker.jobs where key = name)`;
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = any(${names}::text[]) and key is null and locked_by is null having count(*) > 0`;
}

async function stopRunner(runner: Runner): Promise<void> {
  const stopped = runner.stop().catch(() => {});
  const isLate = await Promise.race([stopped, sleep(STOP_WITHIN_MS, true, { ref: false })]);
  if (isLate) void runner.kill().catch(() => {});
}
