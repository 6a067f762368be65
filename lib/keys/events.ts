import { z } from "zod";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { defineEvent } from "@/lib/events/definition";
import { apiKeySchema } from "./schema";

const key = apiKeySchema
  .pick({ id: true, name: true, start: true, last_four: true, scopes: true, expires_at: true })
  .extend({
    name: apiKeySchema.shape.name.meta({ description: "The key's name" }),
    start: apiKeySchema.shape.start.meta({ description: "The first characters of the key" }),
    last_four: apiKeySchema.shape.last_four.meta({ description: "The last four characters of the key" }),
    scopes: apiKeySchema.shape.scopes.meta({ description: "The key's scopes" }),
  })
  .meta({ id: "KeySnapshot", description: "The API key after the event, without its secret" });
const expiringKey = key
  .omit({ scopes: true })
  .meta({ id: "ExpiringKeySnapshot", description: "The API key after the event, without its secret" });
export type KeySnapshot = z.output<typeof key>;

const expiring: z.output<typeof expiringKey> = {
  id: `key_${EXAMPLE_SUFFIX}`,
  name: "Gate sensors",
  start: "sl_key_ab",
  last_four: "wxyz",
  expires_at: "2026-02-07T12:00:00.000Z",
};
const example: KeySnapshot = { ...expiring, scopes: ["alerts:write"], expires_at: "2027-01-31T12:00:00.000Z" };

export const keyCreated = defineEvent({
  type: "key.created",
  when: "An API key was created, or it replaces another one.",
  shape: {
    key,
    replaces: z.string().optional().meta({ description: "The key that it replaces, after a rotation" }),
  },
  example: { key: example },
});

export const keyExpiring = defineEvent({
  type: "key.expiring",
  when: "An API key expires in 30, 7 or 1 days, or another one replaced it.",
  shape: {
    key: expiringKey,
    days: z.int().optional().meta({ description: "Whole days until it expires, rounded up. Missing after a rotation" }),
    replaced_by: z.string().optional().meta({ description: "The key that replaces it, after a rotation" }),
  },
  example: { key: expiring, days: 7 },
});

export const keyRevoked = defineEvent({
  type: "key.revoked",
  when: "An API key was revoked.",
  shape: { key },
  example: { key: example },
});
