import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hashCredential } from "@/lib/auth/credential";
import { database } from "@/lib/db/client";
import { oauthCodes } from "@/lib/db/tables/oauth";
import { auditEntries } from "@/lib/db/tables/records";
import { readAuthorization } from "@/lib/oauth/authorize";
import type { TokenReply } from "@/lib/oauth/schema";
import { type ApiReply, servers } from "../fixtures/api";
import {
  askToken,
  authorizationRequest,
  callWithToken,
  consent,
  consentTokens,
  decide,
  makeApp,
  newVerifier,
  REDIRECT_URI,
} from "../fixtures/oauth";
import { createTestOrganization } from "../fixtures/organization";

const [{ url }] = servers;
const authorization_code = { grant_type: "authorization_code" };
const refused = (status: number, error: string) => ({ status, json: { error } });
const bytesOf = (credential: string) => Buffer.from(hashCredential(credential), "hex");
const tokensOf = (reply: ApiReply | undefined) => reply?.json as Required<TokenReply>;
const { db } = database();

const auditOf = (organizationId: string) =>
  db
    .select({ action: auditEntries.action, actor: auditEntries.actorKind, after: auditEntries.after })
    .from(auditEntries)
    .where(eq(auditEntries.organizationId, organizationId))
    .orderBy(auditEntries.id);

describe("case 32: authorization codes", () => {
  it("revoke the consent and its tokens when used twice", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const code = await consent(organization, url(), made);
    const first = await askToken(url(), made, { ...authorization_code, ...code });
    const { access_token, refresh_token } = tokensOf(first);
    expect((await callWithToken(url(), access_token)).status).toBe(200);
    expect(await askToken(url(), made, { ...authorization_code, ...code })).toMatchObject(
      refused(400, "invalid_grant"),
    );
    expect((await callWithToken(url(), access_token)).status).toBe(401);
    expect(await askToken(url(), made, { grant_type: "refresh_token", refresh_token })).toMatchObject(
      refused(400, "invalid_grant"),
    );
    expect((await auditOf(organization.id)).at(-1)).toMatchObject({
      action: "app.authorization_revoked",
      actor: "oauth_app",
      after: { reason: "A code was used twice." },
    });
  });

  it("succeed once when used concurrently, then have their token revoked", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const code = await consent(organization, url(), made);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => askToken(url(), made, { ...authorization_code, ...code })),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const { access_token } = tokensOf(won[0]);
    expect((await callWithToken(url(), access_token)).status).toBe(401);
  });

  it("are rejected for another app but stay valid for their own", async () => {
    const organization = await createTestOrganization();
    const [made, other] = [await makeApp(organization, url()), await makeApp(organization, url())];
    const code = await consent(organization, url(), made);
    expect(await askToken(url(), other, { ...authorization_code, ...code })).toMatchObject(
      refused(400, "invalid_grant"),
    );
    expect((await askToken(url(), made, { ...authorization_code, ...code })).status).toBe(200);
  });

  it("require the verifier and the redirect URI of their request", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    for (const changes of [
      { code_verifier: newVerifier().verifier },
      { code_verifier: "" },
      { redirect_uri: "https://partner.example/other" },
    ]) {
      const code = await consent(organization, url(), made);
      const reply = await askToken(url(), made, { ...authorization_code, ...code, ...changes });
      expect([reply.status, reply.json]).toMatchObject([400, { error: "invalid_grant" }]);
    }
  });

  it("require PKCE with S256, a state, and a valid response type and scope", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const { challenge, verifier } = newVerifier();
    const whole = authorizationRequest(made, challenge);
    const { state: _s, ...noState } = whole;
    const { code_challenge: _c, ...noChallenge } = whole;
    const { code_challenge_method: _m, ...noMethod } = whole;
    const plain = { ...whole, code_challenge: verifier, code_challenge_method: "plain" };
    for (const request of [noState, noChallenge, noMethod, plain, { ...whole, code_challenge: "short" }]) {
      const reading = await readAuthorization(db, request);
      expect(reading.kind).toBe("returned");
      const { redirectTo } = reading as { redirectTo: string };
      expect(redirectTo.startsWith(`${REDIRECT_URI}?`)).toBe(true);
      expect(new URL(redirectTo).searchParams.get("error")).toBe("invalid_request");
      expect((await decide(organization, url(), request)).status).toBe(400);
    }
    for (const [changes, error] of [
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ scope: "alerts:read root" }, "invalid_scope"],
      [{ scope: "cameras:write" }, "invalid_scope"],
    ] as const) {
      const reading = (await readAuthorization(db, { ...whole, ...changes })) as { redirectTo: string };
      const answer = new URL(reading.redirectTo).searchParams;
      expect([answer.get("error"), answer.get("state"), answer.get("iss")]).toEqual([
        error,
        "state-1",
        process.env.BASE_URL,
      ]);
    }
  });
});

describe("case 33: expired codes and reused refresh tokens", () => {
  it("rejects an expired code", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const code = await consent(organization, url(), made);
    await db
      .update(oauthCodes)
      .set({ expiresAt: sql`${oauthCodes.expiresAt} - make_interval(secs => 61)` })
      .where(eq(oauthCodes.hash, bytesOf(code.code)));
    expect(await askToken(url(), made, { ...authorization_code, ...code })).toMatchObject(
      refused(400, "invalid_grant"),
    );
  });

  it("revokes the whole token family when a refresh token is reused", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const first = await consentTokens(organization, url(), made);
    const refresh = (refresh_token: string) => askToken(url(), made, { grant_type: "refresh_token", refresh_token });
    const second = (await refresh(first.refresh_token)).json as Required<TokenReply>;
    expect((await callWithToken(url(), second.access_token)).status).toBe(200);
    expect(await refresh(first.refresh_token)).toMatchObject(refused(400, "invalid_grant"));
    for (const token of [first.access_token, second.access_token])
      expect((await callWithToken(url(), token)).status).toBe(401);
    expect(await refresh(second.refresh_token)).toMatchObject(refused(400, "invalid_grant"));
    expect((await auditOf(organization.id)).at(-1)).toMatchObject({ action: "app.authorization_revoked" });
  });

  it("keeps a refresh token valid after a request for too many scopes", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const { refresh_token } = await consentTokens(organization, url(), made);
    const refresh = (more: Record<string, string>) =>
      askToken(url(), made, { grant_type: "refresh_token", refresh_token, ...more });
    expect(await refresh({ scope: "alerts:read cameras:write" })).toMatchObject(refused(400, "invalid_scope"));
    expect(await refresh({})).toMatchObject({ status: 200 });
  });

  it("revokes the token family when a refresh token is used concurrently", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const { refresh_token } = await consentTokens(organization, url(), made);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => askToken(url(), made, { grant_type: "refresh_token", refresh_token })),
    );
    const [won, ...more] = replies.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const { access_token, refresh_token: next } = tokensOf(won);
    expect((await callWithToken(url(), access_token)).status).toBe(401);
    expect(await askToken(url(), made, { grant_type: "refresh_token", refresh_token: next })).toMatchObject(
      refused(400, "invalid_grant"),
    );
  });

  it("rejects a stolen refresh token from another app without revoking the consent", async () => {
    const organization = await createTestOrganization();
    const [made, thief] = [await makeApp(organization, url()), await makeApp(organization, url())];
    const { refresh_token, access_token } = await consentTokens(organization, url(), made);
    expect(await askToken(url(), thief, { grant_type: "refresh_token", refresh_token })).toMatchObject(
      refused(400, "invalid_grant"),
    );
    expect((await callWithToken(url(), access_token)).status).toBe(200);
  });
});

describe("case 34: other grant types", () => {
  it.each(["password", "implicit", "urn:ietf:params:oauth:grant-type:jwt-bearer", "__proto__"])(
    "rejects %s as unsupported",
    async (grant_type) => {
      const made = await makeApp(await createTestOrganization(), url());
      expect(await askToken(url(), made, { grant_type, username: "a", password: "b" })).toMatchObject(
        refused(400, "unsupported_grant_type"),
      );
    },
  );
});
