import type { TaskList } from "graphile-worker";
import { log } from "@/lib/log";

export interface RecurringTask {
  /** Seconds from the end of one run to the start of the next. */
  everyS: number;
  /**
   * Does one run of the task in bounded steps. Several instances may run it concurrently. It must return soon
   * after the signal is aborted.
   */
  run(signal: AbortSignal): Promise<unknown>;
}

/** The maximum number of attempts. It is so high that a task that always fails is still retried. */
export const MAX_ATTEMPTS = 32_767;

const ADD_AGAIN = `select graphile_worker.add_job($1, job_key => $1, max_attempts => $3,
  run_at => now() + make_interval(secs => $2))`;

/**
 * Creates graphile-worker's task list from recurring tasks. Each task is a single job whose key is the task's
 * name, and which adds itself again when it ends. So one instance runs it at a time, at any interval.
 * graphile-worker's own cron supports only whole minutes.
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
