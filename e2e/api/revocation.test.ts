import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashPassword } from "@/lib/auth/password";
import { authSecret, openSession, sessionCookieName } from "@/lib/auth/session";
import { database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { users } from "@/lib/db/tables/people";
import type { ApiKeySecret } from "@/lib/keys/schema";
import type { OAuthGrantList, TokenReply } from "@/lib/oauth/schema";
import { type ApiReply, send } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import {
  after,
  before,
  createLoadCredential,
  type LoadCredential,
  sendWithCredential,
  startLoad,
  trackEnd,
} from "../fixtures/load";
import { appCredentials, appToken, askToken, consent, makeApp, postForm } from "../fixtures/oauth";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";
import type { TestServer } from "../fixtures/servers";

const FULL = process.env.SIGHTLINE_FULL === "1";
const ENDINGS = FULL ? 1_000 : 60;
const INSTANCES = FULL ? 3 : 2;
const REQUESTS_PER_S = FULL ? 1_000 : 200;
const PAUSE_MS = FULL ? 60 : 120;
/** The number of credentials that are valid at any time, and the number of ended credentials that are still used. */
const ALIVE = 30;
const STILL_TRIED = 24;
/** When a credential's end is confirmed, this many extra requests use it, in addition to the steady load. */
const AT_ONCE = 2 * INSTANCES;

let instances: TestServer[];
const url = (n: number) => instances[n]?.url ?? "";

beforeAll(async () => {
  instances = await Promise.all(Array.from({ length: INSTANCES }, () => startApiServer()));
});

afterAll(async () => {
  await Promise.all((instances ?? []).map((instance) => instance.stop()));
});

/** A credential with a request that ends it. The request is sent to the first instance. */
interface Mortal {
  credential: LoadCredential;
  end: () => Promise<ApiReply>;
  /** The statuses that a request with the ended credential may return. */
  refusals: number[];
}

interface Place {
  organization: TestOrganization;
  admin: TestPerson;
}

async function newPlace(): Promise<Place> {
  const organization = await createTestOrganization();
  return { organization, admin: await organization.person("admin") };
}

function change({ admin }: Place, method: string, path: string, body?: unknown): Promise<ApiReply> {
  return send(url(0), path, { method, headers: { ...admin.headers, Origin: url(0) }, body });
}

async function newKey(place: Place, kind: string) {
  const body = { name: "Under load", scopes: ["alerts:read"] };
  const reply = await send(url(1), "/keys", {
    method: "POST",
    headers: { ...place.admin.headers, Origin: url(1) },
    body,
  });
  expect(reply).toMatchObject({ status: 201 });
  const { key, secret } = reply.json as ApiKeySecret;
  return {
    id: key.id,
    credential: createLoadCredential(kind, "/alerts?limit=1", { Authorization: `Bearer ${secret}` }),
  };
}

async function newToken(kind: string) {
  const place = await newPlace();
  const app = await makeApp(place.organization, url(1));
  const token = await appToken(url(1), app);
  const headers = { Authorization: `Bearer ${token}` };
  return { place, app, token, credential: createLoadCredential(kind, "/alerts?limit=1", headers) };
}

/**
 * Opens a second session for a new person. Returns the headers of the first session, and those of the second as
 * `elsewhere`.
 */
async function newSessions() {
  const { id, headers } = (await newPlace()).admin;
  const session = await openSession(id, { ip: null, userAgent: "elsewhere" });
  const cookie = await encode({ token: { sub: id, session }, secret: authSecret() });
  return { id, headers, elsewhere: { ...headers, Cookie: `${sessionCookieName()}=${cookie}`, Origin: url(0) } };
}

/** The ways in which a credential can end. Each function creates a new credential. */
const kinds: Record<string, () => Promise<Mortal>> = {
  "key revoked": async () => {
    const place = await newPlace();
    const { id, credential } = await newKey(place, "key revoked");
    return { credential, refusals: [401], end: () => change(place, "POST", `/keys/${id}/revoke`) };
  },
  "key disabled": async () => {
    const place = await newPlace();
    const { id, credential } = await newKey(place, "key disabled");
    return { credential, refusals: [401], end: () => change(place, "PATCH", `/keys/${id}`, { enabled: false }) };
  },
  "key rotated without overlap": async () => {
    const place = await newPlace();
    const { id, credential } = await newKey(place, "key rotated without overlap");
    return { credential, refusals: [401], end: () => change(place, "POST", `/keys/${id}/rotate`, { overlap_s: 0 }) };
  },
  "scope taken away": async () => {
    const place = await newPlace();
    const { id, credential } = await newKey(place, "scope taken away");
    const end = () => change(place, "PATCH", `/keys/${id}`, { scopes: ["cameras:read"] });
    return { credential, refusals: [403], end };
  },
  "token revoked by its app": async () => {
    const { credential, app, token } = await newToken("token revoked by its app");
    return {
      credential,
      refusals: [401],
      end: () => postForm(url(0), "/oauth/revoke", { ...appCredentials(app), token }),
    };
  },
  "app disabled": async () => {
    const { place, credential, app } = await newToken("app disabled");
    const end = () => change(place, "PATCH", `/oauth/apps/${app.app.id}`, { enabled: false });
    return { credential, refusals: [401], end };
  },
  "app deleted": async () => {
    const { place, credential, app } = await newToken("app deleted");
    return { credential, refusals: [401], end: () => change(place, "DELETE", `/oauth/apps/${app.app.id}`) };
  },
  "app's secret rotated": async () => {
    const { place, credential, app } = await newToken("app's secret rotated");
    const end = () => change(place, "POST", `/oauth/apps/${app.app.id}/rotate-secret`);
    return { credential, refusals: [401], end };
  },
  "consent revoked": async () => {
    const { place, app } = await newToken("consent revoked");
    const form = { grant_type: "authorization_code", ...(await consent(place.organization, url(1), app)) };
    const { access_token } = (await askToken(url(1), app, form)).json as TokenReply;
    const grants = await send(url(1), "/oauth/grants", { headers: place.admin.headers });
    const [grant] = (grants.json as OAuthGrantList).data;
    const end = () => change(place, "DELETE", `/oauth/grants/${grant?.id}`);
    const headers = { Authorization: `Bearer ${access_token}` };
    return { credential: createLoadCredential("consent revoked", "/alerts?limit=1", headers), refusals: [401], end };
  },
  "API access turned off": async () => {
    const place = await newPlace();
    const { credential } = await newKey(place, "API access turned off");
    return { credential, refusals: [403], end: () => change(place, "PATCH", "/organization", { api_access: false }) };
  },
  "admin made support": async () => {
    const place = await newPlace();
    const { id, headers } = await place.organization.person("admin");
    const end = () => change(place, "PATCH", `/members/${encodeId("user", id)}`, { role: "support" });
    return { credential: createLoadCredential("admin made support", "/keys", headers), refusals: [403], end };
  },
  "member removed": async () => {
    const place = await newPlace();
    const { id, headers } = await place.organization.person("support");
    const end = () => change(place, "DELETE", `/members/${encodeId("user", id)}`);
    return { credential: createLoadCredential("member removed", "/alerts?limit=1", headers), refusals: [403], end };
  },
  "signed out everywhere else": async () => {
    const { headers, elsewhere } = await newSessions();
    const end = () => send(url(0), "/account/sessions/end-others", { method: "POST", headers: elsewhere });
    return {
      credential: createLoadCredential("signed out everywhere else", "/alerts?limit=1", headers),
      refusals: [401],
      end,
    };
  },
  "password changed elsewhere": async () => {
    const { id, headers, elsewhere } = await newSessions();
    const passwordHash = await hashPassword("before the change");
    await database().db.update(users).set({ passwordHash }).where(eq(users.id, id));
    const body = { current_password: "before the change", new_password: "after the change" };
    const end = () => send(url(0), "/account/password", { method: "POST", headers: elsewhere, body });
    return {
      credential: createLoadCredential("password changed elsewhere", "/alerts?limit=1", headers),
      refusals: [401],
      end,
    };
  },
  "session ended": async () => {
    const { headers } = (await newPlace()).admin;
    const reply = await send(url(1), "/account/sessions", { headers });
    const [session] = (reply.json as { data: { id: string }[] }).data;
    const call = { method: "DELETE", headers: { ...headers, Origin: url(0) } };
    const end = () => send(url(0), `/account/sessions/${session?.id}`, call);
    return { credential: createLoadCredential("session ended", "/alerts?limit=1", headers), refusals: [401], end };
  },
};

it(
  `rejects each of ${ENDINGS} ended credentials on every instance, from the next request on`,
  async () => {
    const names = Object.keys(kinds);
    const make = (n: number) => kinds[names[n % names.length] ?? ""]?.() as Promise<Mortal>;
    const alive: Mortal[] = await Promise.all(Array.from({ length: ALIVE }, (_, n) => make(n)));
    const ended: Mortal[] = [];
    const load = startLoad(
      instances.map((instance) => instance.url),
      REQUESTS_PER_S,
      () => {
        const tried = [...alive, ...ended.slice(-STILL_TRIED)];
        return tried[Math.floor(Math.random() * tried.length)]?.credential;
      },
    );
    try {
      for (let n = 0; n < ENDINGS; n += 1) {
        const mortal = alive.shift();
        if (!mortal) throw new Error("nothing is left to end");
        ended.push(mortal);
        const reply = await trackEnd([mortal.credential], mortal.end);
        expect(reply.status, `${mortal.credential.kind}: ${reply.text}`).toBeLessThan(300);
        const burst = Array.from({ length: AT_ONCE }, (_, i) =>
          sendWithCredential(url(i % INSTANCES), i % INSTANCES, mortal.credential),
        );
        const [born] = await Promise.all([make(ALIVE + n), sleep(PAUSE_MS), ...burst]);
        alive.push(born);
      }
    } catch (error) {
      await load.stop();
      throw error;
    }
    const { requests, seconds } = await load.stop();
    report(ended, requests, seconds);
    for (const { credential, refusals } of ended) {
      const late = after(credential).filter(({ status }) => !refusals.includes(status));
      expect({ kind: credential.kind, late }).toEqual({ kind: credential.kind, late: [] });
      const early = before(credential).filter(({ status }) => status !== 200);
      expect({ kind: credential.kind, early }).toEqual({ kind: credential.kind, early: [] });
      expect(new Set(after(credential).map(({ instance }) => instance))).toEqual(new Set(instances.keys()));
    }
  },
  FULL ? 1_200_000 : 180_000,
);

function report(ended: Mortal[], requests: number, seconds: number): void {
  const lines = Object.keys(kinds).map((kind) => {
    const some = ended.filter(({ credential }) => credential.kind === kind);
    const late = some.flatMap(({ credential }) => after(credential));
    const successes = late.filter(({ status }) => status < 300).length;
    const early = some.flatMap(({ credential }) => before(credential));
    return `  ${kind.padEnd(30)} ${cell(some.length)} ended ${cell(early.length)} before ${cell(late.length)} after ${cell(successes)} let in`;
  });
  const rate = Math.round(requests / seconds);
  console.log(
    `revocation: ${ended.length} ends, ${requests} requests at ${rate}/s over ${INSTANCES} instances\n${lines.join("\n")}`,
  );
}

const cell = (n: number) => String(n).padStart(6);
