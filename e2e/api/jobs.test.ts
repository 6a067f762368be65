import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/fixtures/databases";
import { startTestWorker, type TestWorker } from "@/e2e/fixtures/workers";
import { connect } from "@/lib/db/client";
import { recurringTasks } from "@/lib/tasks/recurring-tasks";

interface Job {
  key: string;
  id: string;
  locked_by: string | null;
  due_in_s: number;
}

describe("recurring jobs", () => {
  let place: TestDatabase;
  let pool: ReturnType<typeof connect>;
  let workers: TestWorker[];

  beforeEach(async () => {
    place = await createTestDatabase();
    pool = connect(place.url, { max: 3 });
    workers = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
    await pool.sql.end();
    await place.drop();
  });

  async function start(): Promise<TestWorker> {
    const worker = await startTestWorker(place.url);
    workers.push(worker);
    return worker;
  }

  // A run that has added itself again has no key until it ends.
  const jobs = () => pool.sql<Job[]>`
    select key, id, locked_by, extract(epoch from run_at - now())::float8 as due_in_s from graphile_worker.jobs
    where key is not null order by key`;
  const job = async (key: string) => (await jobs()).find((row) => row.key === key);
  const goesOn = async (key: string) => {
    const before = (await job(key))?.id;
    await expect.poll(async () => (await job(key))?.id !== before, { timeout: 60_000, interval: 200 }).toBe(true);
  };

  /** Calls `during` while the camera sweep runs and a worker has locked its job. */
  async function withRunningSweep<T>(during: () => Promise<T>): Promise<T> {
    await expect.poll(async () => (await job("sweepCameras"))?.locked_by === null, { interval: 50 }).toBe(true);
    return pool.sql.begin(async (tx) => {
      await tx`lock table cameras in access exclusive mode`;
      await pool.sql`update graphile_worker._private_jobs set run_at = now() where key = 'sweepCameras'`;
      while (!(await job("sweepCameras"))?.locked_by) await sleep(20);
      return during();
    }) as Promise<T>;
  }

  it("are set up once when four workers start on an empty database, then stop cleanly", async () => {
    await Promise.all([start(), start(), start(), start()]);
    await goesOn("foldAlertCounts");
    expect((await jobs()).map(({ key }) => key)).toEqual(Object.keys(recurringTasks).toSorted());
    expect(await Promise.all(workers.map((worker) => worker.end("SIGTERM")))).toEqual([0, 0, 0, 0]);
    expect((await jobs()).map(({ locked_by }) => locked_by)).toEqual(Object.keys(recurringTasks).map(() => null));
  });

  it("resume on another worker after kill -9 during a task", { timeout: 90_000 }, async () => {
    const victim = await start();
    await withRunningSweep(() => victim.end("SIGKILL"));
    expect((await job("sweepCameras"))?.locked_by).toMatch(/^pool-/);
    await start();
    await goesOn("sweepCameras");
  });

  it("resume after all database connections are cut", { timeout: 90_000 }, async () => {
    await start();
    await withRunningSweep(async () => {
      await pool.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'sightline-worker'`;
    });
    await goesOn("foldAlertCounts");
    await goesOn("sweepCameras");
  });

  it("stop a running task on SIGTERM and leave it due immediately", async () => {
    const worker = await start();
    expect(await withRunningSweep(() => worker.end("SIGTERM"))).toBe(0);
    expect(await job("sweepCameras")).toMatchObject({ locked_by: null });
    expect((await job("sweepCameras"))?.due_in_s).toBeLessThanOrEqual(0);
  });
});
