import { eq } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import { organizations } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/parse";
import { rateLimits, remainingRequests } from "@/lib/http/rate-limit";
import { actorIdKind } from "@/lib/http/wire";
import {
  EVENT_RETENTION_D,
  IDEMPOTENCY_RETENTION_H,
  MAX_ACTIVE_KEYS,
  MAX_BATCH_BODY_BYTES,
  MAX_BATCH_ROWS,
  MAX_BODY_BYTES,
  MAX_CLOCK_AHEAD_MS,
  MAX_HEARTBEATS,
  MAX_JSON_DEPTH,
  MAX_NOTE_LENGTH,
  MAX_PAGE_SIZE,
  MAX_UPDATED_IDS,
  RATE_WINDOW_S,
  REQUEST_LOG_RETENTION_D,
  ROWS_PER_REQUEST,
  STATUS_HISTORY_D,
} from "@/lib/limits";
import type { Me, Organization } from "./schema";

/** The caller, as `GET /me` shows it. */
export async function getMe(ctx: Context): Promise<Me> {
  const { key, organization } = rateLimits();
  const [remaining, { created_at: _createdAt, ...own }] = await Promise.all([
    remainingRequests(ctx),
    getOrganization(ctx),
  ]);
  return {
    organization: own,
    credential: {
      kind: ctx.actor.kind,
      id: encodeId(actorIdKind(ctx.actor.kind), ctx.actor.id),
      name: ctx.actor.name,
      role: ctx.role,
    },
    scopes: [...ctx.scopes],
    expires_at: ctx.expiresAt?.toISOString() ?? null,
    rate_limits: {
      credential: { limit: key.burst, window_s: RATE_WINDOW_S, remaining: remaining.key, per_minute: key.perMinute },
      organization: {
        limit: organization.burst,
        window_s: RATE_WINDOW_S,
        remaining: remaining.organization,
        per_minute: organization.perMinute,
      },
    },
    limits: {
      body_bytes: MAX_BODY_BYTES,
      batch_body_bytes: MAX_BATCH_BODY_BYTES,
      json_depth: MAX_JSON_DEPTH,
      page_size: MAX_PAGE_SIZE,
      batch_rows: MAX_BATCH_ROWS,
      batch_heartbeats: MAX_HEARTBEATS,
      batch_update_ids: MAX_UPDATED_IDS,
      rows_per_request: ROWS_PER_REQUEST,
      note_characters: MAX_NOTE_LENGTH,
      active_keys: MAX_ACTIVE_KEYS,
      idempotency_retention_hours: IDEMPOTENCY_RETENTION_H,
      event_retention_days: EVENT_RETENTION_D,
      camera_history_days: STATUS_HISTORY_D,
      request_log_days: REQUEST_LOG_RETENTION_D,
      clock_ahead_s: MAX_CLOCK_AHEAD_MS / 1_000,
    },
  };
}

/** The settings of the caller's organization. */
export async function getOrganization(ctx: Context): Promise<Organization> {
  const [row] = await ctx.db
    .select({
      id: organizations.id,
      slug: organizations.slug,
      name: organizations.name,
      apiAccess: organizations.apiAccess,
      alertRetentionDays: organizations.alertRetentionDays,
      createdAt: organizations.createdAt,
    })
    .from(organizations)
    .where(eq(organizations.id, ctx.organizationId));
  if (!row) throw notFound();
  return {
    id: encodeId("organization", row.id),
    slug: row.slug,
    name: row.name,
    api_access: row.apiAccess,
    alert_retention_days: row.alertRetentionDays,
    created_at: row.createdAt.toISOString(),
  };
}
