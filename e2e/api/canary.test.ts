import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessionCookieName } from "@/lib/auth/session";
import { connect } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import { scopes } from "@/lib/values";
import { dumpTables, type Finding, findSecrets } from "../fixtures/canary";
import { createTestDatabase, type TestDatabase } from "../fixtures/databases";
import { misplacedSecrets } from "../fixtures/misplaced-secrets";
import { type IdentityProvider, startIdentityProvider } from "../fixtures/oidc";
import { startTestServer, type TestServer } from "../fixtures/servers";
import { Visitor } from "../fixtures/visitor";

const AUTH_SECRET = `canary-auth-secret-${randomBytes(12).toString("hex")}`;
const OIDC_SECRET = `canary-oidc-secret-${randomBytes(12).toString("hex")}`;
const REDIRECT_URI = "https://partner.example/callback";
const PROVIDER_CODE = `canary-code-${randomBytes(12).toString("hex")}`;

let testDatabase: TestDatabase;
let provider: IdentityProvider;
let server: TestServer;
/** A second server whose database is empty, so that every operation fails. */
let broken: TestServer;

/** Secrets by name. The indexes of the replies that may contain each secret are in `shownBy`. */
const secrets = new Map<string, string>([
  ["AUTH_SECRET", AUTH_SECRET],
  ["OIDC_CLIENT_SECRET", OIDC_SECRET],
]);
const shownBy = new Map<string, Set<number>>();
const replies: { what: string; text: string }[] = [];
const browser = new Visitor();
let organization = "";

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await migrateDatabase(testDatabase.url);
  provider = await startIdentityProvider();
  const settings = { AUTH_SECRET, ...provider.settings, OIDC_CLIENT_SECRET: OIDC_SECRET };
  const withoutTables = new URL(testDatabase.url);
  withoutTables.searchParams.set("search_path", "nowhere");
  [server, broken] = await Promise.all([
    startTestServer("server", { ...settings, DATABASE_URL: testDatabase.url }),
    startTestServer("next", { ...settings, DATABASE_URL: withoutTables.toString() }),
  ]);
  provider.serve(server.url);
}, 120_000);

afterAll(async () => {
  await Promise.all([server?.stop(), broken?.stop(), provider?.stop()]);
  await testDatabase?.drop();
});

/** Adds a secret to search for. Unless `isShown` is false, the last recorded reply may contain it. */
function learn(name: string, secret: unknown, isShown = true): string {
  expect(secret, name).toEqual(expect.stringMatching(/\S{8}/));
  secrets.set(name, String(secret));
  if (isShown) allow(name);
  return String(secret);
}

/** Marks the last recorded reply as allowed to contain the named secret. */
function allow(name: string): void {
  shownBy.set(name, (shownBy.get(name) ?? new Set()).add(replies.length - 1));
}

const chosen = (name: string) =>
  learn(name, `canary-${name.replaceAll(" ", "-")}-${randomBytes(12).toString("hex")}`, false);

interface Ask {
  method?: string;
  /** The request's headers. The default is the signed-in person's headers. */
  headers?: Record<string, string>;
  body?: unknown;
  at?: TestServer;
}

/** Sends a request and records its complete reply. */
async function ask(path: string, { method = "GET", headers, body, at = server }: Ask = {}) {
  const isText = typeof body === "string" || body instanceof URLSearchParams;
  const reply = await fetch(at.url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(headers ?? session(at)),
      ...(body !== undefined && !isText && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  const head = [...reply.headers].map((pair) => pair.join(": ")).join("\n");
  replies.push({ what: `${method} ${path.split("?")[0]} ${reply.status}`, text: `${head}\n\n${text}` });
  return { status: reply.status, json: (isJson(text) ? JSON.parse(text) : {}) as Record<string, never> & Known };
}

/** The fields of replies from which secrets are read. */
interface Known {
  secret?: string;
  key?: { id: string };
  webhook?: { id: string };
  client_secret?: string;
  app?: { id: string; client_id: string };
  access_token?: string;
  refresh_token?: string;
  redirect_to?: string;
  recovery_codes?: string[];
  url?: string;
  id?: string;
  data?: { id: string; kind: string }[];
  organization?: { slug: string };
}

const isJson = (text: string) => /^[{[]/.test(text);
const cookies = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const session = (at = server) => ({ Cookie: cookies(), "Sightline-Organization": organization, Origin: at.url });
const api = (path: string, call: Ask = {}) => ask(`/api/v1${path}`, call);
const post = (path: string, body?: unknown, call: Ask = {}) => api(path, { method: "POST", body, ...call });

async function signIn(fields: Record<string, string>): Promise<URL> {
  const url = await browser.postToAuth(server.url, "callback/credentials", fields);
  replies.push({ what: "sign-in", text: url.href });
  return url;
}

async function code(secret: string): Promise<string> {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 }).generate();
}

/** Creates a person and learns the secrets of their account, such as passwords and the session cookie. */
async function makePerson() {
  const email = "canary@example.test";
  const password = chosen("password");
  const body = { name: "Canary", email, password, organization_name: "Canaries" };
  const { json } = await post("/sign-up", body, { headers: { Origin: server.url } });
  organization = json.organization?.slug ?? "";
  await signIn({ email, password: `${password}-wrong` });
  await signIn({ email, password });
  learn("session cookie", browser.cookies.get(sessionCookieName()), false);
  const next = chosen("new password");
  await post("/account/password", { current_password: `${password}-wrong`, new_password: next });
  expect((await post("/account/password", { current_password: password, new_password: next })).status).toBe(204);
  await post("/account/two-factor", { password: `${next}-wrong` });
  await post("/account/two-factor", { password: next });
  const secret = learn("TOTP secret", (JSON.parse(replies.at(-1)?.text.split("\n\n").at(-1) ?? "{}") as Known).secret);
  await post("/account/two-factor/confirm", { code: "000000" });
  const { recovery_codes: codes = [] } = (await post("/account/two-factor/confirm", { code: await code(secret) })).json;
  for (const [index, one] of codes.entries()) learn(`recovery code ${index}`, one);
  await signIn({ email, password: next });
  await signIn({ email, password: next, code: "not-a-code" });
  await signIn({ email, password: next, code: codes[0] ?? "" });
  learn("second session cookie", browser.cookies.get(sessionCookieName()), false);
  expect((await api("/organization")).status).toBe(200);
  return { email };
}

/** Creates API keys and OAuth apps, and learns their secrets. */
async function makeCredentials() {
  await api("/organization", { method: "PATCH", body: { api_access: true } });
  const made = await post("/keys", { name: "Canary", scopes });
  const key = learn("API key", made.json.secret);
  const repeatable = { ...session(), "Idempotency-Key": "canary" };
  const kept = await post("/keys", { name: "Kept", scopes }, { headers: repeatable });
  learn("API key of an answer that is kept", kept.json.secret);
  await post("/keys", { name: "Kept", scopes }, { headers: repeatable });
  const rotated = await post(`/keys/${made.json.key?.id}/rotate`, { overlap_s: 3_600 });
  learn("rotated API key", rotated.json.secret);
  const webhook = await post("/webhooks", { url: "http://127.0.0.1:59999/hook" });
  learn("signing secret of a webhook", webhook.json.secret);
  const resigned = await post(`/webhooks/${webhook.json.webhook?.id}/rotate-secret`);
  learn("rotated signing secret", resigned.json.secret);
  const app = await post("/oauth/apps", { name: "Canary", scopes, redirect_uris: [REDIRECT_URI] });
  learn("client secret", app.json.client_secret);
  const renewed = await post(`/oauth/apps/${app.json.app?.id}/rotate-secret`);
  const clientSecret = learn("new client secret", renewed.json.client_secret);
  const client = { client_id: app.json.app?.client_id ?? "", client_secret: clientSecret };
  const ask = (form: Record<string, string>) =>
    post("/oauth/token", new URLSearchParams({ ...client, ...form }), { headers: {} });
  learn("access token", (await ask({ grant_type: "client_credentials" })).json.access_token);
  const verifier = learn("code verifier", randomBytes(32).toString("base64url"), false);
  const consent = await post("/oauth/authorizations", {
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    scope: "alerts:read",
    state: "state-of-the-partner",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    decision: "allow",
  });
  const authorization = learn("authorization code", new URL(consent.json.redirect_to ?? "").searchParams.get("code"));
  const exchange = { grant_type: "authorization_code", code: authorization, redirect_uri: REDIRECT_URI };
  const consented = (await ask({ ...exchange, code_verifier: verifier })).json;
  learn("access token of a consent", consented.access_token);
  const refresh = learn("refresh token", consented.refresh_token);
  const fresh = (await ask({ grant_type: "refresh_token", refresh_token: refresh })).json;
  learn("second access token", fresh.access_token);
  learn("second refresh token", fresh.refresh_token);
  await ask({ ...exchange, code_verifier: "x".repeat(43) });
  await ask({ grant_type: "refresh_token", refresh_token: refresh });
  await ask({ grant_type: "client_credentials", client_secret: `${clientSecret}-wrong` });
  await post("/oauth/introspect", new URLSearchParams({ ...client, token: secrets.get("access token") ?? "" }), {
    headers: {},
  });
  return { key, client };
}

/** Creates invitations, password resets and cameras, and learns the secrets in their links and connections. */
async function makeLinksAndCameras(email: string, key: string) {
  const invited = await post("/invitations", { email: "invited@example.test", role: "support" });
  learn("invitation token", invited.json.url?.split("/").at(-1));
  await post("/account/password-reset", { email }, { headers: { Origin: server.url } });
  const { data = [] } = (await api("/emails")).json;
  const reset = await api(`/emails/${data.find(({ kind }) => kind === "password_reset")?.id}`);
  const token = learn("reset token", reset.json.url?.split("/").at(-1));
  // The page behind a link may contain the link's token, because the URL contains it and the page's form sends it.
  for (const [name, path] of [
    ["reset token", "/reset-password"],
    ["invitation token", "/invite"],
  ] as const) {
    await ask(`${path}/${secrets.get(name)}`);
    allow(name);
    await ask(`${path}/${secrets.get(name)}x`, { headers: {} });
    allow(name);
    await ask(`${path}/${secrets.get(name)}`, { at: broken });
    allow(name);
  }
  await api(`/emails/${data.find(({ kind }) => kind === "invitation")?.id}`);
  allow("invitation token");
  await post("/account/password-reset/confirm", { token, password: "short" }, { headers: { Origin: server.url } });
  const stream = chosen("stream password");
  const headers = { Authorization: `Bearer ${key}` };
  const url = `rtsp://viewer:${stream}@192.0.2.10/live`;
  const camera = await post("/cameras", { name: "Canary", stream_url: url }, { headers });
  expect(camera.status).toBe(201);
  await api(`/cameras/${camera.json.id}`, { headers });
  await post("/cameras", { name: "", stream_url: url }, { headers });
  await post(
    "/cameras/batch",
    { cameras: [{ name: "", stream_url: url }, { stream_url: `${url}:not-a-port` }] },
    { headers },
  );
}

/** Signs in through a provider that rejects the portal's client secret, so that the sign-in fails. */
async function failAtProvider() {
  provider.describe("canary", { email: "provider@example.test" });
  const start = await browser.postToAuth(server.url, "signin/oidc", {});
  for (const name of ["state", "nonce"]) learn(`provider's ${name}`, start.searchParams.get(name), false);
  const back = `/api/auth/callback/oidc?code=${PROVIDER_CODE}&state=${start.searchParams.get("state")}&iss=${provider.issuer}`;
  learn("provider's code", PROVIDER_CODE, false);
  await ask(back);
}

it("keeps secrets out of logs, database rows, and replies not meant to show them", async () => {
  const { email } = await makePerson();
  const { key } = await makeCredentials();
  await makeLinksAndCameras(email, key);
  await failAtProvider();
  for (const secret of [...secrets.values()]) {
    for (const { isBroken, path, ...call } of misplacedSecrets(secret, key))
      await api(path, { ...call, at: isBroken ? broken : server });
  }
  const asked = replies.length;
  for (const path of [
    "/requests",
    "/audit-log",
    "/keys",
    "/oauth/apps",
    "/cameras",
    "/emails",
    "/invitations",
    "/events",
  ]) {
    await api(path);
  }
  // The server writes the request log once a second, and writes the remaining entries when it stops.
  await sleep(1_500);
  const lines = (await api("/requests?limit=200")).json.data ?? [];
  for (const { id } of lines) await api(`/requests/${id}`);
  await Promise.all([server.stop(), broken.stop()]);

  const findings: Finding[] = [];
  const { sql } = connect(testDatabase.url, { max: 1 });
  const tables = await dumpTables(sql);
  await sql.end();
  for (const [table, text] of tables) findings.push(...findSecrets(secrets, `table ${table}`, text));
  findings.push(
    ...findSecrets(secrets, "log of the server", server.log()),
    ...findSecrets(secrets, "log of the broken server", broken.log()),
  );
  for (const [index, { what, text }] of replies.entries()) {
    const hidden = new Map([...secrets].filter(([name]) => !shownBy.get(name)?.has(index)));
    findings.push(...findSecrets(hidden, `reply ${what}`, text));
  }
  console.log(
    `canary: ${secrets.size} secrets, ${asked} requests, ${tables.size} tables, ${replies.length} replies, ${findings.length} findings`,
  );
  expect(findings).toEqual([]);
}, 240_000);
