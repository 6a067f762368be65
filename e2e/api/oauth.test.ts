import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { flushRequestLog } from "@/lib/http/log/request-log";
import { ACCESS_TOKEN_S } from "@/lib/limits";
import { send, servers } from "../fixtures/api";
import { alertBody } from "../fixtures/examples";
import {
  adminHeaders,
  appCredentials,
  appToken,
  askToken,
  callWithToken,
  consent,
  consentTokens,
  decide,
  listAppGrants,
  makeApp,
  newVerifier,
  postForm,
  REDIRECT_URI,
} from "../fixtures/oauth";
import { createTestOrganization } from "../fixtures/organization";

/** Allows the client library to use HTTP, because the test servers use it on loopback. */
const insecure = { [oauth.allowInsecureRequests]: true };

describe.each(servers)("OAuth on $name with a third-party client library", ({ url }) => {
  async function discover() {
    const issuer = new URL(url());
    const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
    return oauth.processDiscoveryResponse(issuer, response);
  }

  it("discovers the endpoints, gets a client credentials token and creates an alert", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const as = await discover();
    const client = { client_id: made.app.client_id };
    for (const authentication of [
      oauth.ClientSecretBasic(made.client_secret),
      oauth.ClientSecretPost(made.client_secret),
    ]) {
      const response = await oauth.clientCredentialsGrantRequest(
        as,
        client,
        authentication,
        { scope: "alerts:write" },
        insecure,
      );
      expect(response.headers.get("cache-control")).toContain("no-store");
      const token = await oauth.processClientCredentialsResponse(as, client, response);
      expect(token).toMatchObject({ token_type: "bearer", expires_in: ACCESS_TOKEN_S, scope: "alerts:write" });
      expect(token.access_token).toMatch(/^sl_token_[0-9A-Za-z]{36}$/);
      expect(token).not.toHaveProperty("refresh_token");
      const headers = { Authorization: `Bearer ${token.access_token}` };
      const alert = await send(url(), "/alerts", { method: "POST", headers, body: await alertBody(organization) });
      expect(alert.status).toBe(201);
      expect(alert.json).toMatchObject({ source: { kind: "oauth_app", id: made.app.id, name: made.app.name } });
      const refused = await callWithToken(url(), token.access_token, "/cameras");
      expect([refused.status, refused.json]).toMatchObject([
        403,
        { code: "insufficient_scope", required_scopes: ["cameras:read"], granted_scopes: ["alerts:write"] },
      ]);
    }
  });

  it("completes the code flow with PKCE, then refreshes, introspects and revokes tokens", async () => {
    const [partner, customer] = [await createTestOrganization(), await createTestOrganization()];
    const made = await makeApp(partner, url());
    const as = await discover();
    const client = { client_id: made.app.client_id };
    const authentication = oauth.ClientSecretBasic(made.client_secret);
    const verifier = oauth.generateRandomCodeVerifier();
    const request = {
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      scope: "alerts:read",
      state: oauth.generateRandomState(),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    expect(as.authorization_endpoint).toBe(`${url()}/oauth/authorize`);
    const { redirect_to } = (await decide(customer, url(), request)).json as { redirect_to: string };
    const answer = oauth.validateAuthResponse(as, client, new URL(redirect_to), request.state);
    const first = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, authentication, answer, REDIRECT_URI, verifier, insecure),
    );
    expect(first.refresh_token).toMatch(/^sl_refresh_[0-9A-Za-z]{36}$/);
    expect((await callWithToken(url(), first.access_token, "/me")).json).toMatchObject({
      organization: { slug: customer.slug },
      credential: { kind: "oauth_app", id: made.app.id },
      scopes: ["alerts:read"],
    });

    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, authentication, first.refresh_token ?? "", insecure),
    );
    expect(refreshed.refresh_token).not.toBe(first.refresh_token);
    const asked = await oauth.processIntrospectionResponse(
      as,
      client,
      await oauth.introspectionRequest(as, client, authentication, refreshed.access_token, insecure),
    );
    expect(asked).toMatchObject({
      active: true,
      scope: "alerts:read",
      client_id: client.client_id,
      organization: customer.slug,
    });

    const giveBack = async (token: string) =>
      oauth.processRevocationResponse(await oauth.revocationRequest(as, client, authentication, token, insecure));
    await giveBack(first.access_token);
    expect((await callWithToken(url(), first.access_token)).status).toBe(401);
    expect((await callWithToken(url(), refreshed.access_token)).status).toBe(200);
    await giveBack(refreshed.refresh_token ?? "");
    expect((await callWithToken(url(), refreshed.access_token)).status).toBe(401);
    expect(await listAppGrants(customer, url())).toEqual([]);
  });

  it("returns errors as OAuth JSON with a request ID", async () => {
    const made = await makeApp(await createTestOrganization(), url());
    const reply = await askToken(url(), made, { grant_type: "client_credentials", scope: "cameras:write" });
    expect([reply.status, reply.json]).toMatchObject([
      400,
      { error: "invalid_scope", error_description: expect.any(String) },
    ]);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.get("x-request-id")).toMatch(/^request_/);
    const json = await send(url(), "/oauth/token", { method: "POST", body: appCredentials(made) });
    expect([json.status, json.json]).toMatchObject([415, { error: "invalid_request" }]);
    const twice = new URLSearchParams([
      ...Object.entries(appCredentials(made)),
      ["grant_type", "a"],
      ["grant_type", "b"],
    ]);
    const repeated = await send(url(), "/oauth/token", { method: "POST", body: twice });
    expect([repeated.status, repeated.json]).toMatchObject([400, { error: "invalid_request" }]);
  });

  it("ignores unknown parameters and treats empty ones as omitted", async () => {
    const made = await makeApp(await createTestOrganization(), url());
    const form = { grant_type: "client_credentials", scope: "", audience: "https://elsewhere.example" };
    expect(await askToken(url(), made, form)).toMatchObject({
      status: 200,
      json: { scope: "alerts:read alerts:write" },
    });
  });

  it("rejects a client that authenticates in two ways at once", async () => {
    const made = await makeApp(await createTestOrganization(), url());
    const { client_id, client_secret } = appCredentials(made);
    const Authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
    const grant_type = "client_credentials";
    const form = { client_id, client_secret, grant_type };
    expect((await postForm(url(), "/oauth/token", { grant_type }, { Authorization })).status).toBe(200);
    expect(await postForm(url(), "/oauth/token", form, { Authorization })).toMatchObject({
      status: 400,
      json: { error: "invalid_request" },
    });
  });
});

const [{ url }] = servers;

describe("tokens", () => {
  it("can be refreshed with fewer scopes, then with all consented scopes again", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const first = await consentTokens(organization, url(), made, "alerts:read alerts:write");
    const grant_type = "refresh_token";
    const less = await askToken(url(), made, { grant_type, refresh_token: first.refresh_token, scope: "alerts:read" });
    expect(less.json).toMatchObject({ scope: "alerts:read" });
    const { refresh_token } = less.json as { refresh_token: string };
    const all = await askToken(url(), made, { grant_type, refresh_token });
    expect(all.json).toMatchObject({ scope: "alerts:read alerts:write" });
    const { refresh_token: third } = all.json as { refresh_token: string };
    const more = await askToken(url(), made, { grant_type, refresh_token: third, scope: "cameras:read" });
    expect([more.status, more.json]).toMatchObject([400, { error: "invalid_scope" }]);
  });

  it("are rejected while the organization's API access is off", async () => {
    const organization = await createTestOrganization({ apiAccess: false });
    const token = await appToken(url(), await makeApp(organization, url()));
    expect(await callWithToken(url(), token)).toMatchObject({ status: 403, json: { code: "api_access_disabled" } });
  });

  it("update the last-used time of their consent", async () => {
    const [partner, customer] = [await createTestOrganization(), await createTestOrganization()];
    const made = await makeApp(partner, url());
    const { access_token } = await consentTokens(customer, url(), made);
    expect((await callWithToken(url(), access_token)).status).toBe(200);
    await expect
      .poll(async () => {
        await flushRequestLog();
        return (await listAppGrants(customer, url()))[0]?.last_used_at;
      })
      .toEqual(expect.any(String));
  });

  it("have failed requests for them logged under the app, without its secret", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const failed = await askToken(url(), made, { grant_type: "password" });
    const { request_id } = failed.json as { request_id: string };
    const headers = await adminHeaders(organization, url());
    const logged = () => send(url(), `/requests/${request_id}`, { headers });
    await expect.poll(async () => (await logged()).status, { timeout: 5_000 }).toBe(200);
    const { json, text } = await logged();
    expect(json).toMatchObject({ status: 400, credential: { kind: "oauth_app", id: made.app.id } });
    expect(text).not.toContain(made.client_secret.slice(10));
  });

  it("are not issued for a consent after the app loses all consented scopes", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const { code, ...rest } = await consent(organization, url(), made);
    const headers = { ...(await organization.person("admin")).headers, Origin: url() };
    const changed = await send(url(), `/oauth/apps/${made.app.id}`, {
      method: "PATCH",
      headers,
      body: { scopes: ["events:read"] },
    });
    expect(changed.status).toBe(200);
    const reply = await askToken(url(), made, { grant_type: "authorization_code", code, ...rest });
    expect([reply.status, reply.json]).toMatchObject([400, { error: "invalid_scope" }]);
  });

  it("are not issued for a wrong code verifier", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const { code, redirect_uri } = await consent(organization, url(), made);
    const code_verifier = newVerifier().verifier;
    const reply = await askToken(url(), made, { grant_type: "authorization_code", code, redirect_uri, code_verifier });
    expect([reply.status, reply.json]).toMatchObject([400, { error: "invalid_grant" }]);
  });
});
