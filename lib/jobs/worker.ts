import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Runner, run, type WorkerEvents } from "graphile-worker";
import { connect, directUrl } from "@/lib/db/client";
import { jobsConnection } from "@/lib/db/jobs";
import type { Sql } from "@/lib/db/query";
import { log } from "@/lib/log";
import { MAX_ATTEMPTS, type RecurringTask, toTaskList } from "./recurring";

const CONCURRENCY = 3;
/** graphile-worker's connections: one per running job, and one that listens. */
const POOL_SIZE = CONCURRENCY + 1;
const POLL_INTERVAL_MS = 1_000;
/** How often a worker reports that it is alive, and checks the others. */
const ROUND_MS = 5_000;
/**
 * Jobs are taken from a worker that doesn't report only after this time, because its first report may come after its
 * first job.
 */
const GRACE_S = 10;
const RESTART_AFTER_MS = 1_000;
const STOP_WITHIN_MS = 10_000;
/** Without batching, a connection that breaks while completing a job ends the process with an unhandled rejection. */
const REPORTED = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

type RecurringTasks = Record<string, RecurringTask>;

export interface RunningWorker {
  /** Stops taking jobs, and waits at most 10 s for the current steps of running ones. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Runs the recurring jobs until stopped. Several processes may do so. A worker that loses the database restarts under a
 * new name. Jobs of a killed or disconnected worker are released within a minute (graphile-worker alone waits four
 * hours). The database must be migrated.
 * @param tasks by name. All processes of a database must use the same.
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

/** Runs one session after the other until stopped. */
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
  /** Resolves when the worker has ended, because of the signal or because it lost the database. */
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

/** A worker's identity, and the connection that proves that it is alive. */
interface Self {
  name: string;
  pid: number;
  /** IDs of jobs that it knows to be running. */
  running: Set<string>;
}

/** Reports that it is alive and releases jobs of dead workers, until stopped or until it has to restart. */
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

// If the connection breaks between claiming a job and receiving it, no worker runs the job. After restarting under a
// new name, this worker counts as dead, and its jobs are released.
async function hasLostJob(sql: Sql, self: Self): Promise<boolean> {
  const lost = await sql`
    select from graphile_worker.jobs where locked_by = ${self.name} and id <> all(${[...self.running]}::bigint[])
      and locked_at < now() - make_interval(secs => ${GRACE_S})`;
  return lost.length > 0;
}

// A worker holds a lock under its name while its connection is open. PostgreSQL releases it even after kill -9.
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

// Each recurring task has one job. This removes leftovers of a crashed run that had already added the next one.
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
