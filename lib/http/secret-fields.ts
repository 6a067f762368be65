import { z } from "zod";
import type { Operation } from "./operation";

const secrets = z.registry<{ shownOnce: true }>();

/**
 * Returns the schema of a credential that a reply shows only once. The reply stored for an `Idempotency-Key`
 * contains null instead, so neither a replay nor the database can reveal the credential.
 */
export function shownOnce(description: string) {
  return z
    .string()
    .nullable()
    .meta({
      description: `${description}. Shown only in this reply. Null if an \`Idempotency-Key\` returns the reply again`,
    })
    .register(secrets, { shownOnce: true });
}

/** Returns the names of the reply fields that an operation shows only once. */
export function secretFields({ response }: Operation): string[] {
  if (!(response instanceof z.ZodObject)) return [];
  return Object.entries(response.shape).flatMap(([name, schema]) => (secrets.has(schema) ? [name] : []));
}
