import { DEMO_CAMERA } from "@/lib/api/example-values";
import { insufficientScope, unauthenticated } from "@/lib/auth/failures";
import type { Failure } from "@/lib/errors";
import { bodyTooLarge } from "@/lib/http/failures";
import { MAX_BODY_BYTES } from "@/lib/limits";
import { unknownSource } from "@/lib/pagerduty/failures";
import { pagerDutyProtocol } from "@/lib/pagerduty/protocol";
import { rateLimited } from "@/lib/rate-limit/failures";
import { rateLimits } from "@/lib/rate-limit/requests";

/** The path to which an integration sends events, without the site's address. */
const ENQUEUE_PATH = "/api/v1/compat/pagerduty/v2/enqueue";

export const enqueueUrl = (baseUrl: string): string => `${baseUrl}${ENQUEUE_PATH}`;

const exampleEvent = {
  routing_key: "sl_key_…",
  event_action: "trigger",
  dedup_key: `${DEMO_CAMERA}/intrusion`,
  payload: { summary: "Person at dock 3 after hours", source: DEMO_CAMERA, severity: "error", class: "intrusion" },
};

/** Returns an event that triggers an alert, as an integration sends it. */
export const triggerSample = (): string => JSON.stringify(exampleEvent, null, 2);

/** Returns PagerDuty's reply to an invalid event, for an event with an unknown camera. */
export const invalidEventReply = (): string =>
  JSON.stringify(JSON.parse(String(pagerDutyProtocol.toReply(unknownSource()).body)), null, 2);

/** Returns the rows of the table of errors: status, what its first sentence says, and what to do. */
export function pagerDutyErrorRows(): string[][] {
  const row = (failure: Failure, action: string) => {
    const { status, body } = pagerDutyProtocol.toReply(failure);
    const { errors } = JSON.parse(String(body)) as { errors: string[] };
    return [errors[0] ?? "", String(status), action];
  };
  return [
    row(
      unauthenticated(),
      "Copy the key again, and check that it is active. The reply is the same for every invalid key.",
    ),
    row(insufficientScope("alerts:write", []), "Add the scope to the key on its page."),
    row(unknownSource(), "Set the camera's `external_id` to the source that the vendor sends."),
    row(bodyTooLarge(MAX_BODY_BYTES), "Send fewer custom details."),
    row(rateLimited({ name: "key", quota: rateLimits().key.burst }, 4), "Wait for the seconds in `Retry-After`."),
  ];
}
