import { Failure } from "@/lib/errors";
import { validationFailed } from "@/lib/http/failures";
import { MAX_WEBHOOKS } from "@/lib/limits";

export function tooManyWebhooks(): Failure {
  return new Failure(
    "limit_reached",
    `Your organization has reached the limit of ${MAX_WEBHOOKS} webhooks. Delete one first.`,
  );
}

/** Returns the failure for a replay to a webhook that the organization doesn't have. */
export function unknownWebhook(): Failure {
  return validationFailed([
    { pointer: "/to", code: "unknown_webhook", detail: "Your organization has no webhook with this ID." },
  ]);
}

/** Returns the failure for a preview of an event that the organization doesn't have. */
export function unknownEvent(): Failure {
  return validationFailed([
    { pointer: "/event_id", code: "unknown_event", detail: "Your organization has no event with this ID." },
  ]);
}

/** Returns the failure for a replay to the webhook itself. */
export function sameWebhook(): Failure {
  const detail = "Send the ID of another webhook. To send failed deliveries again, use `POST /webhooks/{id}/recover`.";
  return validationFailed([{ pointer: "/to", code: "same_webhook", detail }]);
}
