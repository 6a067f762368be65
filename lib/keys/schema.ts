import { z } from "zod";
import { shownOnce } from "@/lib/http/secret-fields";
import { idSchema, listSchema, nameSchema, scopeSchema, timestampSchema } from "@/lib/http/wire";
import { DEFAULT_KEY_LIFETIME_D } from "@/lib/limits";
import { DEFAULT_OVERLAP_S, rotationOverlapsS } from "@/lib/values";

/** A key counts as expiring from this many days before its expiry. */
export const EXPIRING_DAYS = 7;
/** The number of days of usage that are shown for a key. */
export const USAGE_DAYS = 30;

const keyStates = ["active", "expiring", "expired", "disabled", "revoked", "rotating"] as const;
export type KeyState = (typeof keyStates)[number];

const day = z.object({
  day: z.string(),
  ok: z.int(),
  rate_limited: z.int(),
  denied: z.int(),
  invalid: z.int(),
  failed: z.int(),
});
export type KeyUsageDay = z.output<typeof day>;

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    start: z.string().meta({ example: "sl_key_ab" }),
    last_four: z.string(),
    scopes: z.array(scopeSchema),
    state: z
      .enum(keyStates)
      .meta({ description: "`rotating` means that a newer key replaces this one, which works until `expires_at`" }),
    version: z.int(),
    created_at: z.string(),
    created_by: z.string().meta({ description: "Name of the person" }),
    expires_at: z.string().nullable(),
    disabled_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
    replaced_by: z.string().nullable(),
    last_used_at: z.string().nullable().meta({ description: "Updated at most once a minute" }),
    last_used_ip: z.string().nullable(),
    last_used_agent: z.string().nullable(),
    usage: z.array(day).meta({
      description: `Requests by outcome for each of the last ${USAGE_DAYS} days (UTC), oldest first, including days without requests`,
    }),
    requests_7d: z.int().meta({ description: "Requests of the last 7 days (UTC), today included" }),
    addresses_7d: z.int().meta({
      description: "Number of IP addresses that used the key in the last 7 days, counted in its latest 2,000 requests",
    }),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof apiKeySchema>;

export const apiKeyListSchema = listSchema(apiKeySchema).meta({ id: "ApiKeyList" });
export type ApiKeyList = z.output<typeof apiKeyListSchema>;

export const apiKeySecretSchema = z
  .object({ key: apiKeySchema, secret: shownOnce("The key itself") })
  .meta({ id: "ApiKeySecret" });
export type ApiKeySecret = z.output<typeof apiKeySecretSchema>;
/** The reply to the request that created the secret. In a replay, the secret is null. */
export type NewApiKey = ApiKeySecret & { secret: string };

const granted = z.array(scopeSchema).min(1, "Choose at least one scope.");
const end = timestampSchema.refine((value) => Date.parse(value) > Date.now(), "Must be in the future.").nullable();

export const apiKeyCreateSchema = z
  .strictObject({
    name: nameSchema(100),
    scopes: granted,
    expires_at: end.optional().meta({
      description: `Defaults to ${DEFAULT_KEY_LIFETIME_D} days from now. Null means that the key never expires`,
    }),
  })
  .meta({ id: "ApiKeyCreate" });
export type ApiKeyCreate = z.output<typeof apiKeyCreateSchema>;

export const apiKeyUpdateSchema = z
  .strictObject({
    name: nameSchema(100).optional(),
    scopes: granted.optional().meta({ description: "All scopes of the key. They can't exceed those of your role" }),
    expires_at: end
      .optional()
      .meta({ description: "Can't be set for a replaced key. Null means that the key never expires" }),
    enabled: z.boolean().optional(),
  })
  .meta({ id: "ApiKeyUpdate" });
export type ApiKeyUpdate = z.output<typeof apiKeyUpdateSchema>;

export const apiKeyRotateSchema = z
  .strictObject({ overlap_s: z.literal([...rotationOverlapsS]).default(DEFAULT_OVERLAP_S) })
  .meta({ id: "ApiKeyRotate" });

/** A key that expires soon, for the banner in the portal. */
export interface EndingKey {
  id: string;
  name: string;
  expires_at: string;
  /** Whole days until the key expires, rounded up. It is 1 on the last day. */
  days: number;
}

export const keyParamsSchema = z.object({ id: idSchema("key") });
