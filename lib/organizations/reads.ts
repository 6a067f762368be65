import { eq } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import { organizations } from "@/lib/db/tables/people";
import { notFound } from "@/lib/http/failures";
import { actorIdKind } from "@/lib/http/wire";
import { publishedLimits, RATE_WINDOW_S } from "@/lib/limits";
import { rateLimits, remainingRequests } from "@/lib/rate-limit/requests";
import type { Me, Organization } from "./schema";

/**
 * Returns the data of `GET /me`: the caller, its organization and its limits. It uses only what authentication has
 * already read, without another database query.
 */
export async function readMe(ctx: Context): Promise<Me> {
  const { key, organization } = rateLimits();
  const remaining = await remainingRequests(ctx);
  return {
    organization: {
      id: encodeId("organization", ctx.organizationId),
      slug: ctx.organization.slug,
      name: ctx.organization.name,
      api_access: ctx.organization.apiAccess,
      alert_retention_days: ctx.organization.alertRetentionDays,
    },
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
    limits: publishedLimits,
  };
}

/** Returns the settings of the caller's organization. */
export async function readOrganization(ctx: Context): Promise<Organization> {
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, ctx.organizationId));
  if (!row) throw notFound();
  return organizationOfContext(row);
}

/** Converts an organization's row to the API's format for its members. */
export function organizationOfContext(row: typeof organizations.$inferSelect): Organization {
  return {
    id: encodeId("organization", row.id),
    slug: row.slug,
    name: row.name,
    api_access: row.apiAccess,
    alert_retention_days: row.alertRetentionDays,
    require_two_factor: row.requireTwoFactor,
    version: row.version,
    created_at: row.createdAt.toISOString(),
  };
}
