import { Failure } from "@/lib/errors";
import { MAX_ACTIVE_KEYS } from "@/lib/limits";

export function tooManyKeys(): Failure {
  const detail = `Your organization has reached the limit of ${MAX_ACTIVE_KEYS} active keys. Revoke one first.`;
  return new Failure("limit_reached", detail);
}
