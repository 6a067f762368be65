import { deleteExpiredAlerts } from "@/lib/alerts/delete";
import { rollUpAlertCounts } from "@/lib/alerts/roll-up";
import { probeCameras } from "@/lib/cameras/probe";
import { deleteExpiredStatusChanges, sweepCameras } from "@/lib/cameras/sweep";
import { sendEmails } from "@/lib/emails/send";
import type { RecurringTask } from "@/lib/jobs/recurring";
import { warnOfExpiringKeys } from "@/lib/keys/warn";
import { deliverWebhooks } from "@/lib/webhooks/deliver";
import { noticeFailingWebhooks } from "@/lib/webhooks/notices";
import { deleteExpiredRecords } from "./retention";

/** All recurring jobs, by name. */
export const recurringTasks: Record<string, RecurringTask> = {
  sweepCameras: { everyS: 10, run: sweepCameras },
  probeCameras: { everyS: 60, run: (signal) => probeCameras({ signal }) },
  foldAlertCounts: { everyS: 3, run: rollUpAlertCounts },
  warnOfExpiringKeys: { everyS: 60, run: warnOfExpiringKeys },
  deliverWebhooks: { everyS: 1, run: (signal) => deliverWebhooks({ signal }) },
  noticeFailingWebhooks: { everyS: 10, run: noticeFailingWebhooks },
  sendMails: { everyS: 2, run: (signal) => sendEmails({ signal }) },
  deleteExpiredAlerts: { everyS: 600, run: deleteExpiredAlerts },
  deleteExpiredRecords: { everyS: 600, run: deleteExpiredRecords },
  deleteExpiredStatusChanges: { everyS: 3_600, run: deleteExpiredStatusChanges },
};
