import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import { type App, ownedOrganizationId } from "@/lib/auth/app";
import type { Executor } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { oauthGrants } from "@/lib/db/tables/oauth";
import type { PublicContext } from "@/lib/http/context";

export interface OwnedGrant {
  appId: string;
  organizationId: string;
  grantId: string;
}

/**
 * Revokes a grant on behalf of the app, with all of its codes and tokens. The reason is recorded in the
 * organization's audit log.
 */
export async function endGrant(
  tx: Executor,
  ctx: PublicContext,
  app: App,
  grant: OwnedGrant,
  reason: string,
): Promise<void> {
  const organizationId = ownedOrganizationId(app, grant);
  const [ended] = await tx
    .update(oauthGrants)
    .set({ revokedAt: sql`date_trunc('milliseconds', now())` })
    .where(
      and(
        eq(oauthGrants.organizationId, organizationId),
        eq(oauthGrants.id, grant.grantId),
        isNull(oauthGrants.revokedAt),
      ),
    )
    .returning({ scopes: oauthGrants.scopes });
  if (!ended) return;
  await recordAudit(
    tx,
    { ...ctx, organizationId, actor: app.caller.actor },
    {
      action: "app.authorization_revoked",
      targetId: encodeId("grant", grant.grantId),
      targetName: app.name,
      before: { scopes: ended.scopes },
      after: { reason },
    },
  );
}
