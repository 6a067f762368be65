import { Failure } from "@/lib/errors";
import { EVENT_RETENTION_D } from "@/lib/limits";

/** For an event that is too old to resume after. */
export function eventExpired(): Failure {
  const detail = `Events are kept for ${EVENT_RETENTION_D} days, and this one is older. Read the current state of your resources, then continue without this id.`;
  return new Failure("gone", detail);
}
