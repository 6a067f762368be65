import { Failure } from "@/lib/errors";
import { EVENT_RETENTION_D } from "@/lib/limits";

/** Returns the failure for resuming after an event that is older than the retention period. */
export function eventExpired(): Failure {
  const detail = `Events are kept for ${EVENT_RETENTION_D} days, and this one is older. Read the current state of your resources, then continue without this id.`;
  return new Failure("gone", detail);
}
