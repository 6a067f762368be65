import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { auditEntries } from "@/lib/db/tables/records";
import { MAX_APPS } from "@/lib/limits";
import type { NewOAuthApp, OAuthApp, OAuthAppList } from "@/lib/oauth/schema";
import { send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { alertBody, anAlert } from "../fixtures/examples";
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
} from "../fixtures/oauth";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";
import type { TestServer } from "../fixtures/servers";

const [{ url }] = servers;
let second: TestServer;
beforeAll(async () => {
  second = await startApiServer();
});
afterAll(() => second.stop());

const client_credentials = { grant_type: "client_credentials" };
const statusOf = async (server: string, token: string) => (await callWithToken(server, token)).status;

async function change(organization: TestOrganization, app: OAuthApp, method: string, path = "", body?: object) {
  const headers = await adminHeaders(organization, url());
  return send(url(), `/oauth/apps/${app.id}${path}`, { method, headers, body });
}

const auditOf = async (organization: TestOrganization) =>
  database()
    .db.select({ action: auditEntries.action, before: auditEntries.before, after: auditEntries.after })
    .from(auditEntries)
    .where(eq(auditEntries.organizationId, organization.id))
    .orderBy(asc(auditEntries.id));

describe("tenant isolation", () => {
  it("limits an app's token to its own organization, or to the consenting one", async () => {
    const [partner, customer, stranger] = await Promise.all([1, 2, 3].map(() => createTestOrganization()));
    if (!partner || !customer || !stranger) throw new Error("three organizations");
    const made = await makeApp(partner, url());
    const own = await appToken(url(), made);
    const { access_token: granted } = await consentTokens(customer, url(), made, "alerts:read alerts:write");
    const alertOf = async (organization: TestOrganization) => (await anAlert(organization, url())).params?.id ?? "";
    const ids = [await alertOf(partner), await alertOf(customer), await alertOf(stranger)];
    const seen = (token: string) =>
      Promise.all(ids.map(async (id) => (await callWithToken(url(), token, `/alerts/${id}`)).status));
    expect(await seen(own)).toEqual([200, 404, 404]);
    expect(await seen(granted)).toEqual([404, 200, 404]);
    const headers = { Authorization: `Bearer ${granted}` };
    const body = await alertBody(customer);
    expect((await send(url(), "/alerts", { method: "POST", headers, body })).status).toBe(201);
    const foreign = await send(url(), "/alerts", { method: "POST", headers, body: await alertBody(partner) });
    expect([foreign.status, foreign.json]).toMatchObject([422, { code: "unknown_camera" }]);
  });

  it("lists a consent in the organization that gave it, not in the app's", async () => {
    const [partner, customer] = [await createTestOrganization(), await createTestOrganization()];
    const made = await makeApp(partner, url());
    await consentTokens(customer, url(), made);
    expect(await listAppGrants(partner, url())).toEqual([]);
    expect(await listAppGrants(customer, url())).toMatchObject([
      {
        app: { id: made.app.id, name: "Partner", state: "active" },
        owner: { is_own: false },
        scopes: ["alerts:read"],
        granted_by: "Test admin",
        last_used_at: null,
      },
    ]);
    const { json } = await change(partner, made.app, "GET");
    expect(json).toMatchObject({ grants: 1 });
  });

  it("prevents an app from introspecting or revoking another app's token", async () => {
    const organization = await createTestOrganization();
    const [made, other] = [await makeApp(organization, url()), await makeApp(organization, url())];
    const token = await appToken(url(), made);
    const asked = await postForm(url(), "/oauth/introspect", { ...appCredentials(other), token });
    expect(asked.json).toEqual({ active: false });
    expect((await postForm(url(), "/oauth/revoke", { ...appCredentials(other), token })).status).toBe(200);
    expect(await statusOf(url(), token)).toBe(200);
    expect((await postForm(url(), "/oauth/introspect", { token })).status).toBe(401);
  });
});

describe("the app limit", () => {
  it(`is ${MAX_APPS} under concurrent creation and counts disabled apps but not deleted ones`, async () => {
    const organization = await createTestOrganization();
    const headers = await adminHeaders(organization, url());
    const body = { name: "Partner", scopes: ["alerts:read"] };
    const make = () => send(url(), "/oauth/apps", { method: "POST", headers, body });
    const replies = await Promise.all(Array.from({ length: MAX_APPS + 5 }, make));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_APPS);
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, json }) => [status, (json as { code: string }).code])).toEqual(
      Array.from({ length: 5 }, () => [409, "limit_reached"]),
    );
    const { data } = (await send(url(), "/oauth/apps", { headers })).json as OAuthAppList;
    expect(data).toHaveLength(MAX_APPS);
    const [first, second] = data;
    if (!first || !second) throw new Error("two apps");
    await change(organization, first, "PATCH", "", { enabled: false });
    expect((await make()).status).toBe(409);
    await change(organization, second, "DELETE");
    expect((await make()).status).toBe(201);
  });
});

describe("revocation by an admin", () => {
  const everywhere = (token: string) => Promise.all([url(), second.url].map((server) => statusOf(server, token)));

  it("revokes a disabled app's tokens on every instance, even after it is enabled again", async () => {
    const [partner, customer] = [await createTestOrganization(), await createTestOrganization()];
    const made = await makeApp(partner, url());
    const { access_token, refresh_token } = await consentTokens(customer, url(), made);
    const code = await consent(customer, url(), made);
    const tokens = [await appToken(url(), made), access_token];
    for (const token of tokens) expect(await everywhere(token)).toEqual([200, 200]);
    expect((await change(partner, made.app, "PATCH", "", { enabled: false })).json).toMatchObject({
      state: "disabled",
      grants: 0,
    });
    for (const token of tokens) expect(await everywhere(token)).toEqual([401, 401]);
    expect((await askToken(second.url, made, client_credentials)).status).toBe(401);
    expect(await listAppGrants(customer, url())).toEqual([]);

    await change(partner, made.app, "PATCH", "", { enabled: true });
    for (const token of tokens) expect(await everywhere(token)).toEqual([401, 401]);
    const old: Record<string, string>[] = [
      { grant_type: "refresh_token", refresh_token },
      { grant_type: "authorization_code", ...code },
    ];
    for (const form of old) {
      expect(await askToken(url(), made, form)).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    }
    const introspection = { ...appCredentials(made), token: refresh_token };
    expect((await postForm(url(), "/oauth/introspect", introspection)).json).toEqual({ active: false });
    expect(await listAppGrants(customer, url())).toEqual([]);

    expect(await everywhere(await appToken(url(), made))).toEqual([200, 200]);
    expect(await everywhere((await consentTokens(customer, url(), made)).access_token)).toEqual([200, 200]);
    expect(await listAppGrants(customer, url())).toHaveLength(1);
  });

  it("revokes a deleted app's tokens and consents", async () => {
    const [partner, customer] = [await createTestOrganization(), await createTestOrganization()];
    const made = await makeApp(partner, url());
    const { access_token } = await consentTokens(customer, url(), made);
    const code = await consent(customer, url(), made);
    expect((await change(partner, made.app, "DELETE")).status).toBe(204);
    expect(await everywhere(access_token)).toEqual([401, 401]);
    expect((await askToken(url(), made, { grant_type: "authorization_code", ...code })).status).toBe(401);
    expect(await listAppGrants(customer, url())).toEqual([]);
    expect((await change(partner, made.app, "GET")).status).toBe(404);
    expect((await decide(customer, url(), authorizationRequest(made))).status).toBe(400);
  });

  it("revokes the old secret and its access tokens on rotation, but not refresh tokens", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const token = await appToken(url(), made);
    const { access_token, refresh_token } = await consentTokens(organization, url(), made);
    const rotated = (await change(organization, made.app, "POST", "/rotate-secret")).json as NewOAuthApp;
    expect(rotated.client_secret).toMatch(/^sl_secret_[0-9A-Za-z]{36}$/);
    for (const old of [token, access_token]) expect(await everywhere(old)).toEqual([401, 401]);
    expect((await askToken(second.url, made, client_credentials)).status).toBe(401);
    expect(await statusOf(second.url, await appToken(second.url, rotated))).toBe(200);
    const refreshed = await askToken(url(), rotated, { grant_type: "refresh_token", refresh_token });
    expect(refreshed.status).toBe(200);
  });

  it("revokes a consent's tokens but not the app's other tokens", async () => {
    const [partner, customer] = [await createTestOrganization(), await createTestOrganization()];
    const made = await makeApp(partner, url());
    const own = await appToken(url(), made);
    const { access_token, refresh_token } = await consentTokens(customer, url(), made);
    const [grant] = await listAppGrants(customer, url());
    const headers = await adminHeaders(customer, url());
    expect((await send(url(), `/oauth/grants/${grant?.id}`, { method: "DELETE", headers })).status).toBe(204);
    expect(await everywhere(access_token)).toEqual([401, 401]);
    expect((await askToken(url(), made, { grant_type: "refresh_token", refresh_token })).status).toBe(400);
    expect(await everywhere(own)).toEqual([200, 200]);
    expect((await send(url(), `/oauth/grants/${grant?.id}`, { method: "DELETE", headers })).status).toBe(404);
  });

  it("removes a scope from existing tokens as soon as the app loses it", async () => {
    const organization = await createTestOrganization();
    const made = await makeApp(organization, url());
    const token = await appToken(url(), made);
    expect((await change(organization, made.app, "PATCH", "", { scopes: ["alerts:write"] })).status).toBe(200);
    expect(await callWithToken(second.url, token)).toMatchObject({ status: 403, json: { code: "insufficient_scope" } });
  });
});

describe("the audit log", () => {
  it("records every change of an app with only the changed fields", async () => {
    const organization = await createTestOrganization();
    const { app } = await makeApp(organization, url());
    await change(organization, app, "PATCH", "", {
      name: "Renamed",
      scopes: ["alerts:write", "alerts:read"],
      enabled: true,
    });
    await change(organization, app, "PATCH", "", { name: "Renamed", enabled: false });
    await change(organization, app, "POST", "/rotate-secret");
    await change(organization, app, "DELETE");
    const entries = await auditOf(organization);
    expect(entries.map(({ action }) => action)).toEqual([
      "app.created",
      "app.updated",
      "app.disabled",
      "app.secret_rotated",
      "app.deleted",
    ]);
    expect(entries[1]).toMatchObject({ before: { name: "Partner" }, after: { name: "Renamed" } });
    expect(entries[1]?.after).toEqual({ name: "Renamed" });
  });

  it("records an authorization in the consenting organization, not in the app's", async () => {
    const [partner, customer] = [await createTestOrganization(), await createTestOrganization()];
    const made = await makeApp(partner, url());
    await consent(customer, url(), made);
    expect((await auditOf(customer)).map(({ action }) => action)).toEqual(["app.authorized"]);
    expect((await auditOf(partner)).map(({ action }) => action)).toEqual(["app.created"]);
  });

  it("records nothing for a denied consent, which redirects with access_denied", async () => {
    const [partner, customer] = [await createTestOrganization(), await createTestOrganization()];
    const made = await makeApp(partner, url());
    const reply = await decide(customer, url(), authorizationRequest(made), "deny");
    const { redirect_to } = reply.json as { redirect_to: string };
    expect(Object.fromEntries(new URL(redirect_to).searchParams)).toMatchObject({
      error: "access_denied",
      state: "state-1",
      iss: url(),
    });
    expect(await auditOf(customer)).toEqual([]);
  });
});
