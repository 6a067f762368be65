import { Failure } from "@/lib/errors";
import { MAX_WEBHOOKS } from "@/lib/limits";

export function tooManyWebhooks(): Failure {
  return new Failure(
    "limit_reached",
    `Your organization has reached the limit of ${MAX_WEBHOOKS} webhooks. Delete one first.`,
  );
}
