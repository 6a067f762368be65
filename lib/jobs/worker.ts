import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Runner, run, type WorkerEvents } from "graphile-worker";
import { connect, directUrl } from "@/lib/db/client";
import { jobsConnection } from "@/lib/db/jobs";
import type { Sql } from "@/lib/db/query";
import { log } from "@/lib/log";
import { MAX_ATTEMPTS, type RecurringTask, toTaskList } from "./recurring";

const CONCURRENCY = 3;
/** Connections of graphile-worker: one a running job, and one that listens. */
const POOL_SIZE = CONCURRENCY + 1;
const POLL_INTERVAL_MS = 1_000;
/** How often a worker shows that it lives, and looks for others that do not. */
const ROUND_MS = 5_000;
/** A job is taken from a worker that shows no life only after this: its first sign may come after its first job. */
const GRACE_S = 10;
const RESTART_AFTER_MS = 1_000;
const STOP_WITHIN_MS = 10_000;
/** Without a batch, a connection that breaks while a job is marked as done ends the process by an unhandled rejection. */
const REPORTED = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

type RecurringTasks = Record<string, RecurringTask>;

export interface RunningWorker {
  /** Takes no more jobs and waits until the running ones have ended their step, at most 10 s. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Does the recurring work of the product until it is stopped; any number of processes may. A worker that loses the
 * database starts again under a new name, and jobs of one that is gone, killed or cut off, are taken up within a
 * minute (graphile-worker alone would wait for four hours). The database must be migrated.
 * @param tasks by name; all processes of one database must agree on them.
 * @throws Error when the database cannot be reached at the start.
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

/** Lives through one session after the other until told to stop. */
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
  /** Resolves when the worker has ended: told to by the signal, or because it lost the database. */
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

/** A worker as others see it, and the connection that shows that it lives. */
interface Self {
  name: string;
  pid: number;
  /** Ids of the jobs that it knows it runs. */
  running: Set<string>;
}

/** Shows life and cleans up after the dead, until told to stop or until this worker has to begin anew. */
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

// A connection that breaks between taking a job and hearing of it leaves the job to nobody; under a new name this
// worker is one of the dead, whose jobs are released.
async function hasLostJob(sql: Sql, self: Self): Promise<boolean> {
  const lost = await sql`
    select from graphile_worker.jobs where locked_by = ${self.name} and id <> all(${[...self.running]}::bigint[])
      and locked_at < now() - make_interval(secs => ${GRACE_S})`;
  return lost.length > 0;
}

// A worker holds a lock under its name as long as its connection lives; PostgreSQL lets go of it even at kill -9.
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

// Each recurring task has its one job; what a crash left of a run that had already added the next one is cleared away.
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
