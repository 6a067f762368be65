import { z } from "zod";
import { nameSchema, scopeSchema } from "@/lib/http/wire";
import { DEFAULT_ALERT_RETENTION_D, MAX_ALERT_RETENTION_D, MIN_ALERT_RETENTION_D } from "@/lib/limits";
import { roles } from "@/lib/values";

const alertRetention = z
  .int()
  .min(MIN_ALERT_RETENTION_D, `At least ${MIN_ALERT_RETENTION_D} days.`)
  .max(MAX_ALERT_RETENTION_D, `At most ${MAX_ALERT_RETENTION_D} days.`)
  .meta({
    description: `Days that alerts are kept after their creation. They are then deleted permanently with their notes, timeline and analytics. Defaults to ${DEFAULT_ALERT_RETENTION_D} days.`,
  });

export const organizationSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    api_access: z.boolean(),
    alert_retention_days: alertRetention,
    require_two_factor: z
      .boolean()
      .meta({ description: "Members without a second factor can't open the organization until they set one up" }),
    version: z.int(),
    created_at: z.string(),
  })
  .meta({ id: "Organization" });
export type Organization = z.output<typeof organizationSchema>;

export const organizationUpdateSchema = z
  .strictObject({
    name: nameSchema(100).optional(),
    api_access: z.boolean().optional(),
    alert_retention_days: alertRetention.optional(),
    require_two_factor: z.boolean().optional(),
  })
  .meta({ id: "OrganizationUpdate" });
export type OrganizationUpdate = z.output<typeof organizationUpdateSchema>;

export const emailAddressSchema = z.email("Enter an email address.").max(254);

export const organizationCreateSchema = z.strictObject({ name: nameSchema(100) }).meta({ id: "OrganizationCreate" });
export type OrganizationCreate = z.output<typeof organizationCreateSchema>;

const limit = z
  .object({ limit: z.int(), window_s: z.int(), remaining: z.int(), per_minute: z.int() })
  .meta({ id: "RateLimitState" });

export const meSchema = z
  .object({
    organization: organizationSchema
      .omit({ require_two_factor: true, version: true, created_at: true })
      .meta({ id: "MeOrganization" }),
    credential: z
      .object({
        kind: z.string(),
        id: z.string(),
        name: z.string(),
        role: z.enum(roles).meta({ id: "Role" }).nullable(),
      })
      .meta({ id: "MeCredential" }),
    scopes: z.array(scopeSchema),
    expires_at: z.string().nullable(),
    rate_limits: z.object({ credential: limit, organization: limit }).meta({ id: "MeRateLimits" }),
    limits: z
      .object({
        body_bytes: z.int(),
        batch_body_bytes: z.int(),
        json_depth: z.int(),
        page_size: z.int(),
        batch_rows: z.int().meta({ description: "Alerts or cameras per batch." }),
        batch_heartbeats: z.int(),
        batch_update_ids: z.int(),
        rows_per_request: z
          .int()
          .meta({ description: "Number of batch rows that count as one request toward the rate limit." }),
        note_characters: z.int(),
        active_keys: z.int(),
        members: z.int(),
        oauth_apps: z.int(),
        redirect_uris: z.int(),
        authorization_code_s: z.int(),
        access_token_s: z.int(),
        refresh_token_days: z.int(),
        idempotency_retention_hours: z.int(),
        exports: z.int().meta({ description: "Concurrent exports per organization and instance." }),
        event_retention_days: z.int().meta({
          description: "How long the feed keeps events, in days. An alert's timeline is kept as long as the alert.",
        }),
        camera_history_days: z.int(),
        request_log_days: z.int(),
        clock_ahead_s: z.int().meta({ description: "Maximum seconds that `occurred_at` may be in the future." }),
      })
      .meta({ id: "MeLimits", description: "The limits of this version of Sightline." }),
  })
  .meta({ id: "Me" });
export type Me = z.output<typeof meSchema>;
