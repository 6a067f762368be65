import { and, eq, isNull, sql } from "drizzle-orm";
import type { App } from "@/lib/auth/app";
import { hashCredential, isWellFormed } from "@/lib/auth/credential";
import { encodeId } from "@/lib/db/ids";
import { oauthGrants, oauthTokens } from "@/lib/db/tables/oauth";
import { organizations } from "@/lib/db/tables/people";
import { env } from "@/lib/env";
import type { PublicContext } from "@/lib/http/context";
import { type ClientRequest, identifyClient } from "./client";
import { endGrant } from "./grants";
import type { Introspection, TokenForm } from "./schema";

/**
 * Revokes a token of the requesting app (RFC 7009). An access token is revoked alone, and a refresh token with its
 * whole grant. Tokens of other apps get the same reply, but stay valid.
 * @throws Failure `unauthenticated` (`invalid_client`), `rate_limited`.
 */
export async function endToken(ctx: PublicContext, input: ClientRequest<TokenForm>): Promise<void> {
  const app = await identifyClient(ctx, input);
  const token = await readToken(ctx, app, input.body.token);
  if (!token) return;
  await ctx.db.transaction(async (tx) => {
    if (token.kind === "refresh" && token.grantId !== null) {
      return endGrant(tx, ctx, app, { ...token, grantId: token.grantId }, "The app revoked it.");
    }
    await tx
      .update(oauthTokens)
      .set({ revokedAt: sql`date_trunc('milliseconds', now())` })
      .where(and(eq(oauthTokens.hash, token.hash), isNull(oauthTokens.revokedAt)));
  });
}

/**
 * Describes a token of the requesting app (RFC 7662). Tokens of other apps are always reported as inactive (§2.2).
 * @throws Failure `unauthenticated` (`invalid_client`), `rate_limited`.
 */
export async function describeToken(ctx: PublicContext, input: ClientRequest<TokenForm>): Promise<Introspection> {
  const app = await identifyClient(ctx, input);
  const token = await readToken(ctx, app, input.body.token);
  const granted = token?.scopes.filter((scope) => app.caller.scopes.includes(scope)) ?? [];
  if (!token?.isAlive || (token.kind === "access" && token.secretVersion !== app.secretVersion)) {
    return { active: false };
  }
  return {
    active: true,
    scope: granted.join(" "),
    client_id: app.clientId,
    ...(token.kind === "access" && { token_type: "Bearer" as const }),
    kind: token.kind,
    exp: secondsOf(token.expiresAt),
    iat: secondsOf(token.createdAt),
    sub: encodeId("organization", token.organizationId),
    organization: token.slug,
    iss: env().BASE_URL,
  };
}

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1_000);

async function readToken(ctx: PublicContext, app: App, text: string) {
  if (!isWellFormed("token", text) && !isWellFormed("refresh", text)) return null;
  const [row] = await ctx.db
    .select({
      hash: oauthTokens.hash,
      kind: oauthTokens.kind,
      organizationId: oauthTokens.organizationId,
      slug: organizations.slug,
      appId: oauthTokens.appId,
      grantId: oauthTokens.grantId,
      secretVersion: oauthTokens.secretVersion,
      scopes: oauthTokens.scopes,
      createdAt: oauthTokens.createdAt,
      expiresAt: oauthTokens.expiresAt,
      isAlive: sql<boolean>`(${oauthTokens.expiresAt} > now() and ${oauthTokens.revokedAt} is null
        and ${oauthTokens.usedAt} is null and ${organizations.apiAccess} and (${oauthTokens.grantId} is null
        or (${oauthGrants.revokedAt} is null and ${oauthGrants.grantVersion} = ${app.grantVersion})))`,
    })
    .from(oauthTokens)
    .innerJoin(organizations, eq(organizations.id, oauthTokens.organizationId))
    .leftJoin(
      oauthGrants,
      and(eq(oauthGrants.organizationId, oauthTokens.organizationId), eq(oauthGrants.id, oauthTokens.grantId)),
    )
    .where(and(eq(oauthTokens.hash, Buffer.from(hashCredential(text), "hex")), eq(oauthTokens.appId, app.id)));
  return row ?? null;
}
