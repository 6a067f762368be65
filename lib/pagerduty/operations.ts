import { defineOperation } from "@/lib/http/operation";
import { processPagerDutyEvent } from "./enqueue";
import { pagerDutyProtocol } from "./protocol";
import { pagerDutyEventSchema, pagerDutyReceiptSchema } from "./schema";

export const enqueuePagerDutyEvent = defineOperation(
  {
    id: "enqueuePagerDutyEvent",
    method: "POST",
    path: "/compat/pagerduty/v2/enqueue",
    tag: "Compatibility",
    summary: "Send an event as to PagerDuty",
    description:
      "Accepts events of PagerDuty's Events API v2, so that integrations for PagerDuty work with Sightline unchanged. Send an API key as `routing_key` or in the header `X-Routing-Key`, and a camera's ID or `external_id` as `payload.source`. An event without an alert to acknowledge or resolve is accepted and ignored. Errors are in PagerDuty's format, not problem documents: 400 for an invalid event or key, 413 for a body that is too large, 429 and 5xx to retry later.",
    access: { scope: "alerts:write" },
    protocol: pagerDutyProtocol,
    body: pagerDutyEventSchema,
    status: 202,
    response: pagerDutyReceiptSchema,
    errors: ["unknown_camera"],
  },
  (ctx, { body }) => processPagerDutyEvent(ctx, body),
);
