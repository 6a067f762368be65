import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessionCookieName } from "@/lib/auth/session";
import { connect } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import { scopes } from "@/lib/db/values";
import { dumpTables, type Finding, findSecrets } from "../fixtures/canary";
import { createTestDatabase, type TestDatabase } from "../fixtures/databases";
import { type IdentityProvider, startIdentityProvider } from "../fixtures/oidc";
import { type Door, openDoor } from "../fixtures/servers";
import { Visitor } from "../fixtures/visitor";

const AUTH_SECRET = `canary-auth-secret-${randomBytes(12).toString("hex")}`;
const OIDC_SECRET = `canary-oidc-secret-${randomBytes(12).toString("hex")}`;
const REDIRECT_URI = "https://partner.example/callback";
const PROVIDER_CODE = `canary-code-${randomBytes(12).toString("hex")}`;

let testDatabase: TestDatabase;
let provider: IdentityProvider;
let door: Door;
/** The same product where nothing works: its database has no tables. */
let broken: Door;
let emptyDatabase: TestDatabase;

/** Every secret that came up, and the number of the one reply that may show it. */
const secrets = new Map<string, string>([
  ["AUTH_SECRET", AUTH_SECRET],
  ["OIDC_CLIENT_SECRET", OIDC_SECRET],
]);
const shownBy = new Map<string, number>();
const replies: { what: string; text: string }[] = [];
const browser = new Visitor();
let organization = "";

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  emptyDatabase = await createTestDatabase();
  await migrateDatabase(testDatabase.url);
  provider = await startIdentityProvider();
  const settings = { AUTH_SECRET, ...provider.settings, OIDC_CLIENT_SECRET: OIDC_SECRET };
  [door, broken] = await Promise.all([
    openDoor("server", { ...settings, DATABASE_URL: testDatabase.url }),
    openDoor("next", { ...settings, DATABASE_URL: emptyDatabase.url }),
  ]);
  provider.serve(door.url);
}, 120_000);

afterAll(async () => {
  await Promise.all([door?.stop(), broken?.stop(), provider?.stop()]);
  await testDatabase?.drop();
  await emptyDatabase?.drop();
});

/** From now on the secret is looked for everywhere; the reply that was noted last may show it. */
function learn(name: string, secret: unknown, isShown = true): string {
  expect(secret, name).toEqual(expect.stringMatching(/\S{8}/));
  secrets.set(name, String(secret));
  if (isShown) shownBy.set(name, replies.length - 1);
  return String(secret);
}

const chosen = (name: string) =>
  learn(name, `canary-${name.replaceAll(" ", "-")}-${randomBytes(12).toString("hex")}`, false);

interface Ask {
  method?: string;
  /** Those of the signed-in person when there are none. */
  headers?: Record<string, string>;
  body?: unknown;
  at?: Door;
}

/** Sends a request and keeps the whole reply. */
async function ask(path: string, { method = "GET", headers, body, at = door }: Ask = {}) {
  const isText = typeof body === "string" || body instanceof URLSearchParams;
  const reply = await fetch(at.url + path, {
    method,
    redirect: "manual",
    headers: {
      ...(headers ?? { Cookie: cookies(), "Sightline-Organization": organization, Origin: at.url }),
      ...(body !== undefined && !isText && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  // The sender wrote the path and reads it back as `instance`; what it holds is masked wherever it is kept.
  const head = [...reply.headers].map((pair) => pair.join(": ")).join("\n");
  replies.push({ what: `${method} ${path.split("?")[0]} ${reply.status}`, text: `${head}\n\n${text}` });
  return { status: reply.status, json: (isJson(text) ? JSON.parse(text) : {}) as Record<string, never> & Known };
}

/** The fields in which secrets are shown. */
interface Known {
  secret?: string;
  key?: { id: string };
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
const api = (path: string, call: Ask = {}) => ask(`/api/v1${path}`, call);
const post = (path: string, body?: unknown, call: Ask = {}) => api(path, { method: "POST", body, ...call });

async function signIn(fields: Record<string, string>): Promise<URL> {
  const url = await browser.postToAuth(door.url, "callback/credentials", fields);
  replies.push({ what: "sign-in", text: url.href });
  return url;
}

async function code(secret: string): Promise<string> {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 }).generate();
}

/** The person and everything that signs them in. */
async function makePerson() {
  const email = "canary@example.test";
  const password = chosen("password");
  const body = { name: "Canary", email, password, organization_name: "Canaries" };
  const { json } = await post("/sign-up", body, { headers: { Origin: door.url } });
  organization = json.organization?.slug ?? "";
  await signIn({ email, password: `${password}-wrong` });
  await signIn({ email, password });
  learn("session cookie", browser.cookies.get(sessionCookieName()), false);
  const next = chosen("new password");
  await post("/account/password", { current_password: `${password}-wrong`, new_password: next });
  expect((await post("/account/password", { current_password: password, new_password: next })).status).toBe(204);
  await post("/account/two-factor");
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

/** Everything that opens the API for machines. */
async function makeCredentials() {
  await api("/organization", { method: "PATCH", body: { api_access: true } });
  const made = await post("/keys", { name: "Canary", scopes });
  const key = learn("API key", made.json.secret);
  const rotated = await post(`/keys/${made.json.key?.id}/rotate`, { overlap_s: 3_600 });
  learn("rotated API key", rotated.json.secret);
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
  await ask({ ...exchange, code_verifier: "x".repeat(43) });
  const consented = (await ask({ ...exchange, code_verifier: verifier })).json;
  if (consented.access_token) {
    learn("access token of a consent", consented.access_token);
    const refresh = learn("refresh token", consented.refresh_token);
    const fresh = (await ask({ grant_type: "refresh_token", refresh_token: refresh })).json;
    learn("second access token", fresh.access_token);
    learn("second refresh token", fresh.refresh_token);
    await ask({ grant_type: "refresh_token", refresh_token: refresh });
  }
  await ask({ grant_type: "client_credentials", client_secret: `${clientSecret}-wrong` });
  await post("/oauth/introspect", new URLSearchParams({ ...client, token: secrets.get("access token") ?? "" }), {
    headers: {},
  });
  return { key, client };
}

/** Links that are sent, and what cameras are reached with. */
async function makeLinksAndCameras(email: string, key: string) {
  const invited = await post("/invitations", { email: "invited@example.test", role: "support" });
  if (invited.json.url) learn("invitation token", invited.json.url.split("/").at(-1));
  await post("/account/password-reset", { email }, { headers: { Origin: door.url } });
  const { data = [] } = (await api("/mails")).json;
  const reset = await api(`/mails/${data.find(({ kind }) => kind === "password_reset")?.id}`);
  const token = learn("reset token", reset.json.url?.split("/").at(-1));
  await api(`/mails/${data.find(({ kind }) => kind === "invitation")?.id}`);
  shownBy.set("invitation token again", replies.length - 1);
  await post("/account/password-reset/confirm", { token, password: "short" }, { headers: { Origin: door.url } });
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

/** The provider's own secrets: a sign-in that comes to nothing, since the client secret is wrong there. */
async function failAtProvider() {
  provider.describe("canary", { email: "provider@example.test" });
  const start = await browser.postToAuth(door.url, "signin/oidc", {});
  for (const name of ["state", "nonce"]) learn(`provider's ${name}`, start.searchParams.get(name), false);
  const back = `/api/auth/callback/oidc?code=${PROVIDER_CODE}&state=${start.searchParams.get("state")}&iss=${provider.issuer}`;
  learn("provider's code", PROVIDER_CODE, false);
  await ask(back);
}

/** Puts a secret where people put them by mistake. Addresses hold only what a partner pastes: keys, tokens, secrets. */
async function misplace(name: string, secret: string, key: string) {
  const headers = { Authorization: `Bearer ${key}` };
  const inAddress = encodeURIComponent(secret);
  const isPrefixed = secret.startsWith("sl_");
  const wrong: [string, Ask][] = [
    [`/alerts?api_key=${inAddress}`, { headers }],
    [`/alerts?access_token=${inAddress}&limit=1`, { headers }],
    ["/alerts", { method: "POST", headers, body: { api_key: secret, password: secret } }],
    ["/alerts", { method: "POST", headers, body: { nested: { client_secret: [secret] } } }],
    [
      "/alerts",
      { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: `{"token": "${secret}"` },
    ],
    ["/alerts", { method: "POST", headers: { ...headers, "Content-Type": "text/plain" }, body: `password=${secret}` }],
    ["/me", { headers: { Authorization: secret } }],
    ["/me", { headers: { Authorization: `Bearer ${secret}x` } }],
    ["/me", { headers: { Authorization: `Basic ${Buffer.from(`user:${secret}`).toString("base64")}` } }],
    ["/me", { headers: { Cookie: `${sessionCookieName()}=${secret}; other=${secret}` } }],
    ["/me", { headers: { ...headers, "X-Api-Key": secret, Referer: `https://partner.example/?token=${inAddress}` } }],
    ["/account/password", { method: "POST", body: { current_password: secret, new_password: secret, token: secret } }],
    ["/invitations/accept", { method: "POST", body: { token: secret } }],
    [`/alerts?token=${inAddress}`, { headers, at: broken }],
    ["/alerts", { method: "POST", headers, body: { password: secret }, at: broken }],
    ["/sign-up", { method: "POST", headers: { Origin: broken.url }, body: failingSignUp(secret), at: broken }],
  ];
  if (isPrefixed) {
    wrong.push([`/alerts/${inAddress}`, { headers }]);
    wrong.push(["/me", { headers: { ...headers, "User-Agent": `curl ${secret}` } }]);
    wrong.push(["/alerts?sort=-created_at", { headers: { Authorization: `Bearer ${secret}` }, at: broken }]);
  }
  for (const [path, call] of wrong) await api(path, call);
  expect(name).toBeTruthy();
}

const failingSignUp = (password: string) => ({
  name: "Canary",
  email: "broken@example.test",
  password,
  organization_name: "Canaries",
});

it("no secret comes to light in a log, a row or a reply other than the one that shows it", async () => {
  const { email } = await makePerson();
  const { key } = await makeCredentials();
  await makeLinksAndCameras(email, key);
  await failAtProvider();
  for (const [name, secret] of [...secrets]) await misplace(name, secret, key);
  const asked = replies.length;
  for (const path of [
    "/requests",
    "/audit-log",
    "/keys",
    "/oauth/apps",
    "/cameras",
    "/mails",
    "/invitations",
    "/events",
  ]) {
    await api(path);
  }
  // The request log is written once a second; the server writes what is left when it stops.
  await sleep(1_500);
  const lines = (await api("/requests?limit=200")).json.data ?? [];
  for (const { id } of lines) await api(`/requests/${id}`);
  await Promise.all([door.stop(), broken.stop()]);

  const findings: Finding[] = [];
  const { sql } = connect(testDatabase.url, { max: 1 });
  const tables = await dumpTables(sql);
  await sql.end();
  for (const [table, text] of tables) findings.push(...findSecrets(secrets, `table ${table}`, text));
  findings.push(
    ...findSecrets(secrets, "log of the server", door.log()),
    ...findSecrets(secrets, "log of the broken server", broken.log()),
  );
  for (const [index, { what, text }] of replies.entries()) {
    const hidden = new Map([...secrets].filter(([name]) => !mayShow(name, index)));
    findings.push(...findSecrets(hidden, `reply ${what}`, text));
  }
  console.log(
    `canary: ${secrets.size} secrets, ${asked} requests, ${tables.size} tables, ${replies.length} replies, ${findings.length} findings`,
  );
  expect(findings).toEqual([]);
}, 240_000);

const mayShow = (name: string, index: number) => shownBy.get(name) === index || shownBy.get(`${name} again`) === index;
