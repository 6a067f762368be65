import { randomUUID } from "node:crypto";
import { changeAlertWithKey } from "@/lib/alerts/change";
import { addAlert } from "@/lib/alerts/create";
import type { Context } from "@/lib/auth/context";
import { isFailure } from "@/lib/errors";
import { validationFailed } from "@/lib/http/failures";
import { check, fieldBelow } from "@/lib/http/request/check";
import { unknownSource } from "./failures";
import { alertOfEvent } from "./new-alert";
import { type PagerDutyEvent, type PagerDutyReceipt, pagerDutyPayloadSchema } from "./schema";

/**
 * Processes an event as PagerDuty does. An event to acknowledge or resolve changes the open or acknowledged alert with
 * its dedup key. Without such an alert, it is accepted and ignored.
 * @throws Failure `validation_failed` or `unknown_camera` for a trigger event.
 */
export async function processPagerDutyEvent(ctx: Context, event: PagerDutyEvent): Promise<PagerDutyReceipt> {
  const dedupKey = event.dedup_key?.trim() || randomUUID().replaceAll("-", "");
  if (event.event_action === "trigger") await trigger(ctx, event, dedupKey);
  else await changeAlertWithKey(ctx, dedupKey, event.event_action === "resolve" ? "resolved" : "acknowledged");
  return { status: "success", message: "Event processed", dedup_key: dedupKey };
}

async function trigger(ctx: Context, event: PagerDutyEvent, dedupKey: string): Promise<void> {
  const { data, issues } = check(pagerDutyPayloadSchema, event.payload, fieldBelow("/payload"));
  if (issues) throw validationFailed(issues);
  try {
    await addAlert(ctx, alertOfEvent(event, data, dedupKey));
  } catch (error) {
    throw isFailure(error) && error.code === "unknown_camera" ? unknownSource() : error;
  }
}
