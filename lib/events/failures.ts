import { Failure } from "@/lib/errors";
import { EVENT_RETENTION_D } from "@/lib/limits";

/** Returns the failure for resuming after an event that is older than the retention period. */
export function eventExpired(): Failure {
  const detail = `This event is older than ${EVENT_RETENTION_D} days and is no longer stored. Read the current state of your resources, then request events without this ID.`;
  return new Failure("gone", detail);
}
