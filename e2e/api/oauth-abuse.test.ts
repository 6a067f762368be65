import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hashCredential } from "@/lib/auth/credential";
import { database } from "@/lib/db/client";
import { decodeId } from "@/lib/db/ids";
import { oauthTokens } from "@/lib/db/tables/oauth";
import { auditEntries } from "@/lib/db/tables/records";
import { readAuthorization } from "@/lib/oauth/authorize";
import type { TokenReply } from "@/lib/oauth/schema";
import { send, servers } from "../fixtures/api";
import {
  adminHeaders,
  appCredentials,
  appToken,
  askToken,
  authorizationRequest,
  callWithToken,
  consent,
  consentTokens,
  decide,
  listAppGrants,
  makeApp,
  postForm,
  REDIRECT_URI,
} from "../fixtures/oauth";
import { createTestOrganization } from "../fixtures/organization";

const [{ url }] = servers;
const authorization_code = { grant_type: "authorization_code" };
const refused = (status: number, error: string) => ({ status, json: { error } });
const bytesOf = (credential: string) => Buffer.from(hashCredential(credential), "hex");
const { db } = database();

const auditOf = (organizationId: string) =>
  db
    .select({
      action: auditEntries.action,
      actor: auditEntries.actorKind,
      targetId: auditEntries.targetId,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .where(eq(auditEntries.organizationId, organizationId))
    .orderBy(auditEntries.id);

describe("cases 28 and 29: forged and expired tokens", () => {
  // Access tokens are opaque, so a caller can't choose an algorithm, key, issuer, audience or claim. Only the
  // database knows when a token expires, so expiry has no leeway. Values that look like a JWT aren't even looked
  // up.
  it("rejects JWTs with alg none, HS256 or RS256", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { iss: url(), aud: `${url()}/api/v1`, exp: 4_102_444_800, scope: "alerts:read", sub: "app" };
    for (const header of [
      { alg: "none" },
      { alg: "HS256", typ: "at+jwt" },
      { alg: "RS256", jku: "https://evil.example" },
    ]) {
      expect((await callWithToken(url(), `${part(header)}.${part(claims)}.AAAA`)).status).toBe(401);
    }
  });

  it("rejects refresh tokens, client secrets, client IDs and mistyped tokens", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const { access_token, refresh_token } = await consentTokens(organization, url(), made);
    const swapped = `${access_token.slice(0, -1)}${access_token.endsWith("a") ? "b" : "a"}`;
    for (const wrong of [refresh_token, made.client_secret, made.app.client_id, swapped, `${access_token}0`]) {
      const reply = await callWithToken(url(), wrong);
      expect([reply.status, reply.json]).toMatchObject([401, { code: "unauthenticated" }]);
    }
    expect((await callWithToken(url(), access_token)).status).toBe(200);
  });

  it("rejects a token once its expiry in the database has passed", async () => {
    const token = await appToken(url(), await makeApp(await createTestOrganization(), url()));
    const endsIn = (seconds: number) =>
      db
        .update(oauthTokens)
        .set({ expiresAt: sql`now() + make_interval(secs => ${seconds})` })
        .where(eq(oauthTokens.hash, bytesOf(token)));
    await endsIn(5);
    expect((await callWithToken(url(), token)).status).toBe(200);
    await endsIn(0);
    expect((await callWithToken(url(), token)).status).toBe(401);
  });
});

describe("case 30: guessing an app's secret", () => {
  it("is rate limited from the tenth attempt and audited, while the correct secret works", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const { client_id } = made.app;
    const statuses: number[] = [];
    for (let tries = 0; tries < 20; tries += 1) {
      const form = { client_id, client_secret: `sl_secret_guess${tries}`, grant_type: "client_credentials" };
      const reply = await postForm(url(), "/oauth/token", form);
      statuses.push(reply.status);
      if (reply.status === 401) {
        expect(reply.json).toMatchObject({ error: "invalid_client" });
        expect(reply.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
      } else expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    expect(statuses).toEqual([...Array(9).fill(401), ...Array(11).fill(429)]);
    expect(await auditOf(organization.id)).toMatchObject([
      { action: "app.created" },
      { action: "app.authentication_failed", actor: "oauth_app", targetId: made.app.id },
    ]);
    expect((await askToken(url(), made, { grant_type: "client_credentials" })).status).toBe(200);
  });

  it("gets the same error for unknown, disabled and deleted apps as for wrong secrets", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const headers = await adminHeaders(organization, url());
    const ask = (form: Record<string, string>) =>
      postForm(url(), "/oauth/token", { ...appCredentials(made), grant_type: "client_credentials", ...form });
    const descriptions = [await ask({ client_secret: "wrong" }), await ask({ client_id: "sl_app_nobody" })];
    await send(url(), `/oauth/apps/${made.app.id}`, { method: "PATCH", headers, body: { enabled: false } });
    descriptions.push(await ask({}));
    await send(url(), `/oauth/apps/${made.app.id}`, { method: "DELETE", headers });
    descriptions.push(await ask({}));
    expect(
      new Set(
        descriptions.map(
          ({ status, json }) => `${status} ${(json as { error_description: string }).error_description}`,
        ),
      ).size,
    ).toBe(1);
    expect(descriptions[0]).toMatchObject(refused(401, "invalid_client"));
  });
});

describe("case 31: redirect URIs", () => {
  const near = [
    "https://partner.example/callback/",
    "https://partner.example/callback/more",
    "https://partner.example/callbac",
    "https://partner.example/callback?x=1",
    "https://partner.example/callback#x",
    "https://partner.example/x/../callback",
    "https://partner.example/%63allback",
    "https://partner.example:443/callback",
    "https://partner.example:8443/callback",
    "https://PARTNER.example/callback",
    "http://partner.example/callback",
    "https://user@partner.example/callback",
    "https://partner.example@evil.example/callback",
    "https://partner.example.evil.example/callback",
    "https://pаrtner.example/callback",
    "javascript:alert(1)//https://partner.example/callback",
    " https://partner.example/callback",
    "",
  ];

  it("rejects an unregistered URI without redirecting, however similar", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    for (const redirect_uri of near) {
      const request = { ...authorizationRequest(made), redirect_uri };
      expect(await readAuthorization(db, request), redirect_uri).toMatchObject({ kind: "refused" });
      const reply = await decide(organization, url(), request);
      expect([reply.status, reply.json], redirect_uri).toMatchObject([400, { code: "invalid_request" }]);
    }
    expect(await listAppGrants(organization, url())).toEqual([]);
  });

  it("rejects unknown or missing client IDs and repeated parameters without redirecting", async () => {
    const made = await makeApp(await createTestOrganization(), url());
    const request = authorizationRequest(made);
    for (const changes of [
      { client_id: "sl_app_nobody" },
      { client_id: undefined },
      { client_id: [made.app.client_id, made.app.client_id] },
      { redirect_uri: [REDIRECT_URI, "https://evil.example"] },
    ]) {
      expect(await readAuthorization(db, { ...request, ...changes })).toMatchObject({ kind: "refused" });
    }
  });

  it("rejects the registration of ambiguous or unsafe URIs", async () => {
    const organization = await createTestOrganization();
    const headers = await adminHeaders(organization, url());
    const register = (redirect_uri: string) =>
      send(url(), "/oauth/apps", {
        method: "POST",
        headers,
        body: { name: "Partner", scopes: ["alerts:read"], redirect_uris: [redirect_uri] },
      });
    const wrong = [
      "http://partner.example/callback",
      "http://localhost.evil.example/callback",
      "javascript:alert(1)",
      "data:text/html,x",
      "partner://callback",
      "https://*.partner.example/callback",
      "https://user:pass@partner.example/callback",
      "https://@partner.example/callback",
      "https://partner.example/callback#x",
      "https://partner.example/callback#",
      "https://partner.example/x/../callback",
      "https://PARTNER.example/callback",
      "https://partner.example:443/callback",
      "https://pаrtner.example/callback",
      "https://partner.example/a b",
      "https:/partner.example/callback",
      "/callback",
    ];
    for (const redirect_uri of wrong) {
      const reply = await register(redirect_uri);
      expect([reply.status, reply.json], redirect_uri).toMatchObject([
        422,
        { errors: [{ pointer: "/redirect_uris/0" }] },
      ]);
    }
    for (const right of [
      "http://localhost:8080/callback",
      "http://127.0.0.1/callback",
      "http://[::1]:9/cb?x=1",
      "https://partner.example",
    ]) {
      expect((await register(right)).status, right).toBe(201);
    }
  });
});

describe("stored OAuth credentials", () => {
  it("contain only hashes of secrets, codes and tokens", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const code = await consent(organization, url(), made);
    const tokens = (await askToken(url(), made, { ...authorization_code, ...code })).json as Required<TokenReply>;
    const appId = decodeId("app", made.app.id) ?? "";
    const [row] = await db.execute<{ stored: string }>(sql`
      select concat((select json_agg(a)::text from oauth_apps a where a.id = ${appId}),
                    (select json_agg(c)::text from oauth_codes c where c.app_id = ${appId}),
                    (select json_agg(t)::text from oauth_tokens t where t.app_id = ${appId}),
                    (select json_agg(e)::text from audit_entries e where e.organization_id = ${organization.id})) as stored`);
    for (const secret of [made.client_secret, code.code, tokens.access_token, tokens.refresh_token]) {
      expect(row?.stored).not.toContain(secret.split("_").at(-1));
      expect(row?.stored).toContain(hashCredential(secret));
    }
  });
});
