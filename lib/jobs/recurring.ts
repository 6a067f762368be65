import type { TaskList } from "graphile-worker";
import { log } from "@/lib/log";

export interface RecurringTask {
  /** Seconds between the end of one run and the start of the next. */
  everyS: number;
  /** Safe to run concurrently on several instances, in bounded steps. Returns soon after the signal is aborted. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** High enough that a task that always fails is still retried. */
export const MAX_ATTEMPTS = 32_767;

const ADD_AGAIN = `select graphile_worker.add_job($1, job_key => $1, max_attempts => $3,
  run_at => now() + make_interval(secs => $2))`;

/**
 * Creates recurring tasks for graphile-worker. Each is a single job with its own name as job key, which adds itself
 * again when it ends. So one instance runs it at a time, at any interval; graphile-worker's cron supports only minutes.
 */
export function toTaskList(tasks: Record<string, RecurringTask>): TaskList {
  const entries = Object.entries(tasks).map(([name, { everyS, run }]): [string, TaskList[string]] => [
    name,
    async (_payload, { query, abortSignal }) => {
      try {
        await run(abortSignal);
      } catch (error) {
        const { name: kind, cause } = error as Error;
        log.warn({ task: name, error: kind, code: (cause as { code?: string } | undefined)?.code }, "a task failed");
      }
      await query(ADD_AGAIN, [name, abortSignal.aborted ? 0 : everyS, MAX_ATTEMPTS]);
    },
  ]);
  return Object.fromEntries(entries);
}
