import type { Task } from "graphile-worker";
import { deleteExpiredAlerts } from "@/lib/alerts/delete";
import { foldAlertCounts } from "@/lib/analytics/fold";
import { probeCameras } from "@/lib/cameras/probe";
import { deleteExpiredStatusChanges, sweepCameras } from "@/lib/cameras/sweep";
import { warnOfExpiringKeys } from "@/lib/keys/warn";
import { log } from "@/lib/log";
import { sendMails } from "@/lib/mail/send";
import { deleteExpiredRecords } from "./retention";

interface RecurringTask {
  /** Seconds between the end of one run and the start of the next. */
  everyS: number;
  /** Safe on several instances at once, in steps of a bounded size; ends soon after the signal. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Everything that happens without a request. */
export const recurringTasks: Record<string, RecurringTask> = {
  sweepCameras: { everyS: 10, run: sweepCameras },
  probeCameras: { everyS: 60, run: (signal) => probeCameras({ signal }) },
  foldAlertCounts: { everyS: 3, run: () => foldAlertCounts() },
  warnOfExpiringKeys: { everyS: 60, run: warnOfExpiringKeys },
  sendMails: { everyS: 2, run: (signal) => sendMails({ signal }) },
  deleteExpiredAlerts: { everyS: 600, run: deleteExpiredAlerts },
  deleteExpiredRecords: { everyS: 600, run: deleteExpiredRecords },
  deleteExpiredStatusChanges: { everyS: 3_600, run: deleteExpiredStatusChanges },
};

/** So many that a task which meets a crash each time still is tried again. */
export const MAX_ATTEMPTS = 32_767;

const ADD_AGAIN = `select graphile_worker.add_job($1, job_key => $1, max_attempts => $3,
  run_at => now() + make_interval(secs => $2))`;

/**
 * The tasks as graphile-worker runs them. A recurring one is a single job under its own name as key, which at its end
 * adds itself again: so one instance runs it at a time, at any frequency, where graphile's cron knows only minutes.
 */
export const tasks: Record<string, Task> = Object.fromEntries(
  Object.entries(recurringTasks).map(([name, { everyS, run }]): [string, Task] => [
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
  ]),
);
