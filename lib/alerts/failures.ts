import { Failure } from "@/lib/errors";
import { validationFailed } from "@/lib/http/failures";
import { type AlertStatus, alertTransitions } from "@/lib/values";

/**
 * Returns the failure for an alert whose camera the organization doesn't have.
 * @param pointer JSON pointer to the alert in the request body.
 */
export function unknownCamera(pointer = ""): Failure {
  const detail = "Your organization has no camera with this ID or external_id. Create it first with POST /cameras.";
  return new Failure("unknown_camera", detail, {
    errors: [
      {
        pointer: `${pointer}/camera_id`,
        code: "unknown_camera",
        detail: "Your organization has no camera with this ID.",
      },
    ],
  });
}

/**
 * Returns the failure for an assignee who isn't a member.
 * @param pointer JSON pointer to the alert or the change in the request body.
 */
export function unknownAssignee(pointer = ""): Failure {
  return validationFailed([
    {
      pointer: `${pointer}/assignee_id`,
      code: "not_a_member",
      detail: "Send the ID of a member of your organization.",
    },
  ]);
}

export function invalidTransition(from: AlertStatus, to: AlertStatus): Failure {
  const allowed = alertTransitions[from];
  const detail = `An alert with the status ${from} can't become ${to}. It can only become ${allowed.join(" or ")}.`;
  return new Failure("invalid_transition", detail, { extra: { from, to, allowed } });
}

/** Returns the failure for an alert that can't be reopened, because a newer alert has its dedup key. */
export function dedupKeyTaken(): Failure {
  return new Failure(
    "conflict",
    "Another open or acknowledged alert has the same dedup_key. Resolve or dismiss that alert first.",
  );
}

/**
 * Returns the failure for a new alert that couldn't be stored, because other requests changed the alert with the
 * same dedup key during every attempt.
 */
export function dedupKeyBusy(): Failure {
  return new Failure("conflict", "Other requests are changing alerts with this dedup_key. Send the request again.");
}
