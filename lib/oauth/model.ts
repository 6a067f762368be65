import OAuth2Server from "@node-oauth/oauth2-server";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { App } from "@/lib/auth/app";
import { hashCredential, isWellFormed, mintCredential } from "@/lib/auth/credential";
import type { Executor } from "@/lib/db/client";
import { oauthCodes, oauthGrants, oauthTokens } from "@/lib/db/tables/oauth";
import type { PublicContext } from "@/lib/http/context";
import { ACCESS_TOKEN_S, AUTHORIZATION_CODE_S, REFRESH_TOKEN_D } from "@/lib/limits";
import { type OauthTokenKind, type Scope, scopes } from "@/lib/values";
import { endGrant } from "./grants";
import { grantTypes } from "./schema";

type Model = Omit<OAuth2Server.AuthorizationCodeModel, "saveAuthorizationCode"> &
  OAuth2Server.ClientCredentialsModel &
  OAuth2Server.RefreshTokenModel;

/** The organization that a token gives access to, and its grant. */
interface Holder {
  organizationId: string;
  grantId: string | null;
  /** The scopes that the next refresh token will have. */
  refreshable: Scope[];
}

const bytesOf = (credential: string) => Buffer.from(hashCredential(credential), "hex");
// The database has already checked the expiry. The library would check it again with this process's clock, so it
// gets a future time.
const isNotExpired = () => new Date(Date.now() + AUTHORIZATION_CODE_S * 1_000);

/**
 * Implements the library's storage for one token request of an authenticated app. `tx` is the request's
 * transaction. Codes and refresh tokens are locked, so that concurrent uses of the same one run one after the
 * other.
 */
export function tokenModel(tx: Executor, ctx: PublicContext, app: App): Model {
  const client = { id: app.id, grants: [...grantTypes], redirectUris: app.redirectUris };
  const isGrantOver = sql`(${oauthGrants.revokedAt} is not null or ${oauthGrants.grantVersion} <> ${app.grantVersion})`;
  const held = (wanted: readonly string[]) => app.caller.scopes.filter((scope) => wanted.includes(scope));

  async function insert(kind: OauthTokenKind, credential: string, holder: Holder, granted: readonly Scope[]) {
    const life =
      kind === "access"
        ? sql`make_interval(secs => ${ACCESS_TOKEN_S})`
        : sql`make_interval(days => ${REFRESH_TOKEN_D})`;
    await tx.insert(oauthTokens).values({
      hash: bytesOf(credential),
      kind,
      organizationId: holder.organizationId,
      appId: app.id,
      grantId: holder.grantId,
      secretVersion: app.secretVersion,
      scopes: [...granted],
      expiresAt: sql`now() + ${life}`,
    });
  }

  return {
    getClient: async () => client,
    // The library isn't used to check access tokens. lib/auth checks them.
    getAccessToken: async () => null,
    getUserFromClient: async (): Promise<Holder> => ({
      organizationId: app.caller.organizationId,
      grantId: null,
      refreshable: [],
    }),
    generateAccessToken: async () => mintCredential("token"),
    generateRefreshToken: async () => mintCredential("refresh"),

    async validateScope(user, _client, wanted) {
      if (wanted === undefined) return [...app.caller.scopes];
      const granted = held(wanted);
      // For a grant, scopes that the app has lost since consent are omitted. Scopes that an app requests for
      // itself must all be available.
      const isComplete = user.grantId !== null || granted.length === wanted.length;
      return isComplete && granted.length > 0 && granted;
    },

    async getAuthorizationCode(code) {
      if (!isWellFormed("code", code)) return null;
      const [row] = await tx
        .select({
          organizationId: oauthCodes.organizationId,
          appId: oauthCodes.appId,
          grantId: oauthCodes.grantId,
          scopes: oauthCodes.scopes,
          redirectUri: oauthCodes.redirectUri,
          challenge: oauthCodes.challenge,
          isUsed: sql<boolean>`${oauthCodes.usedAt} is not null`,
          isOver: sql<boolean>`${oauthCodes.expiresAt} <= now() or ${isGrantOver}`,
        })
        .from(oauthCodes)
        .innerJoin(
          oauthGrants,
          and(eq(oauthGrants.organizationId, oauthCodes.organizationId), eq(oauthGrants.id, oauthCodes.grantId)),
        )
        .where(and(eq(oauthCodes.hash, bytesOf(code)), eq(oauthCodes.appId, app.id)))
        .for("update", { of: oauthCodes });
      if (row?.isUsed) await endGrant(tx, ctx, app, row, "A code was used twice.");
      if (!row || row.isUsed || row.isOver) return null;
      const user: Holder = { organizationId: row.organizationId, grantId: row.grantId, refreshable: row.scopes };
      return {
        authorizationCode: code,
        expiresAt: isNotExpired(),
        redirectUri: row.redirectUri,
        scope: row.scopes,
        client,
        user,
        codeChallenge: row.challenge,
        codeChallengeMethod: "S256",
      };
    },

    async revokeAuthorizationCode({ authorizationCode }) {
      const used = await tx
        .update(oauthCodes)
        .set({ usedAt: sql`now()` })
        .where(and(eq(oauthCodes.hash, bytesOf(authorizationCode)), isNull(oauthCodes.usedAt)))
        .returning({ hash: oauthCodes.hash });
      return used.length === 1;
    },

    async getRefreshToken(refreshToken) {
      if (!isWellFormed("refresh", refreshToken)) return null;
      const [row] = await tx
        .select({
          organizationId: oauthTokens.organizationId,
          appId: oauthTokens.appId,
          grantId: oauthGrants.id,
          scopes: oauthTokens.scopes,
          isUsed: sql<boolean>`${oauthTokens.usedAt} is not null`,
          isOver: sql<boolean>`${oauthTokens.expiresAt} <= now() or ${oauthTokens.revokedAt} is not null
            or ${isGrantOver}`,
        })
        .from(oauthTokens)
        .innerJoin(
          oauthGrants,
          and(eq(oauthGrants.organizationId, oauthTokens.organizationId), eq(oauthGrants.id, oauthTokens.grantId)),
        )
        .where(
          and(
            eq(oauthTokens.hash, bytesOf(refreshToken)),
            eq(oauthTokens.kind, "refresh"),
            eq(oauthTokens.appId, app.id),
          ),
        )
        .for("update", { of: oauthTokens });
      if (row?.isUsed) await endGrant(tx, ctx, app, row, "A refresh token was used twice.");
      if (!row || row.isUsed || row.isOver) return null;
      const user: Holder = { organizationId: row.organizationId, grantId: row.grantId, refreshable: row.scopes };
      return { refreshToken, refreshTokenExpiresAt: isNotExpired(), scope: row.scopes, client, user };
    },

    async revokeToken({ refreshToken }) {
      const used = await tx
        .update(oauthTokens)
        .set({ usedAt: sql`now()` })
        .where(and(eq(oauthTokens.hash, bytesOf(refreshToken)), isNull(oauthTokens.usedAt)))
        .returning({ hash: oauthTokens.hash });
      return used.length === 1;
    },

    async saveToken(token, _client, user) {
      const holder = user as Holder;
      const granted = held(token.scope ?? []);
      if (granted.length === 0) throw new OAuth2Server.InvalidScopeError("Invalid scope: the app no longer has it");
      await insert("access", token.accessToken, holder, granted);
      const { refreshToken } = token;
      if (holder.grantId !== null && refreshToken !== undefined) {
        await insert(
          "refresh",
          refreshToken,
          holder,
          scopes.filter((scope) => holder.refreshable.includes(scope)),
        );
      }
      return { ...token, scope: granted, client, user };
    },
  };
}
