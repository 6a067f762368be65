import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/auth/context";
import { hashCredential, mintCredential } from "@/lib/auth/credential";
import type { Transaction } from "@/lib/db/client";
import { oauthApps, oauthGrants, oauthTokens } from "@/lib/db/tables/oauth";
import type { requests } from "@/lib/db/tables/records";
import { REFRESH_TOKEN_D } from "@/lib/limits";
import { DAY_MS, MINUTE_MS } from "@/lib/time";
import type { Scope } from "@/lib/values";
import { createIdMinter } from "./minted-ids";
import type { Random } from "./random";
import { REQUEST_LOG_DAYS } from "./records";
import type { Staff } from "./staff";

const HASH_BYTES = 32;
const REPORT_EVERY_MS = 20 * MINUTE_MS;
const SHIFT_MS = DAY_MS / 3;

export interface DemoApp {
  actor: Actor;
  clientId: string;
  secret: string;
  /** The last four characters of the previous secret, for an app whose secret was replaced. */
  oldLastFour: string;
  scopes: Scope[];
  redirectUris: string[];
  createdAt: Date;
  rotatedAt: Date | null;
  lastUsedAt: Date;
  /** The IP address of the app's requests, from a range reserved for documentation (RFC 5737). */
  ip: string;
  agent: string;
}

export interface DemoApps {
  /** An app that accesses only its own organization, with client credentials. */
  reports: DemoApp;
  /** An app that accesses each organization that authorized it. The demo organization has authorized it. */
  wall: DemoApp;
  grant: { id: string; createdAt: Date };
}

/**
 * Returns the demo organization's OAuth apps, and stores nothing. Their secrets are unknown, so an admin has to
 * create new ones.
 */
export function makeApps(random: Random, now: Date): DemoApps {
  const mintId = createIdMinter(random);
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const app = (
    name: string,
    days: number,
    rest: Omit<DemoApp, "actor" | "clientId" | "secret" | "oldLastFour" | "createdAt">,
  ): DemoApp => ({
    actor: { kind: "oauth_app", id: mintId(ago(days)), name },
    clientId: mintCredential("app"),
    secret: mintCredential("secret"),
    oldLastFour: mintCredential("secret").slice(-4),
    createdAt: ago(days),
    ...rest,
  });
  const grantedAt = ago(27.05);
  return {
    reports: app("Incident reporting", 38.2, {
      scopes: ["alerts:read", "cameras:read", "analytics:read"],
      redirectUris: [],
      rotatedAt: ago(11.7),
      lastUsedAt: new Date(now.getTime() - 4 * MINUTE_MS),
      ip: "203.0.113.61",
      agent: "meridian-reports/3.2 python-httpx/0.28.1",
    }),
    wall: app("Control room wall", 27.1, {
      scopes: ["alerts:read", "alerts:write", "cameras:read", "events:read"],
      redirectUris: ["https://wall.meridian.example/oauth/callback"],
      rotatedAt: null,
      lastUsedAt: new Date(now.getTime() - 95 * MINUTE_MS),
      ip: "203.0.113.80",
      agent: "control-room-wall/1.9.0",
    }),
    grant: { id: mintId(grantedAt), createdAt: grantedAt },
  };
}

/** Stores the apps, the grant of the wall display, and its current refresh token. */
export async function storeApps(tx: Transaction, staff: Staff, apps: DemoApps): Promise<void> {
  const { organizationId, people } = staff;
  const admin = people.admin.actor;
  const { reports, wall, grant } = apps;
  await tx.insert(oauthApps).values(
    [reports, wall].map((app) => ({
      organizationId,
      id: app.actor.id,
      name: app.actor.name,
      clientId: app.clientId,
      secretHash: Buffer.from(hashCredential(app.secret), "hex"),
      secretLastFour: app.secret.slice(-4),
      secretVersion: app.rotatedAt ? 2 : 1,
      secretRotatedAt: app.rotatedAt,
      scopes: app.scopes,
      redirectUris: app.redirectUris,
      createdBy: admin.id,
      createdByName: admin.name,
      createdAt: app.createdAt,
      lastUsedAt: app.lastUsedAt,
      lastUsedIp: app.ip,
      lastUsedAgent: app.agent,
    })),
  );
  const consent = { organizationId, appId: wall.actor.id, scopes: wall.scopes };
  await tx.insert(oauthGrants).values({
    ...consent,
    id: grant.id,
    grantedBy: admin.id,
    grantedByName: admin.name,
    createdAt: grant.createdAt,
    lastUsedAt: wall.lastUsedAt,
  });
  await tx.insert(oauthTokens).values({
    ...consent,
    hash: randomBytes(HASH_BYTES),
    kind: "refresh",
    grantId: grant.id,
    secretVersion: 1,
    createdAt: wall.lastUsedAt,
    expiresAt: new Date(wall.lastUsedAt.getTime() + REFRESH_TOKEN_D * DAY_MS),
  });
}

type RequestRow = typeof requests.$inferInsert;

/**
 * Returns the request log of the apps. The report app sends requests at a steady rate, and the wall display when a
 * shift starts.
 */
export function requestsOfApps(random: Random, staff: Staff, { reports, wall }: DemoApps, now: Date): RequestRow[] {
  const mintId = createIdMinter(random);
  const since = now.getTime() - REQUEST_LOG_DAYS * DAY_MS;
  const calls: { at: Date; app: DemoApp; route: string }[] = [];
  for (let at = reports.lastUsedAt.getTime(); at > since; at -= REPORT_EVERY_MS) {
    calls.push({ at: new Date(at), app: reports, route: random.chance(0.2) ? "/analytics/summary" : "/alerts" });
  }
  for (let at = wall.lastUsedAt.getTime(); at > since; at -= SHIFT_MS) {
    for (const [index, route] of ["/alerts", "/cameras"].entries()) {
      calls.push({ at: new Date(at - index * 1_200), app: wall, route });
    }
  }
  return calls
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, app, route }) => ({
      organizationId: staff.organizationId,
      id: mintId(at),
      method: "GET",
      route,
      status: 200,
      code: null,
      target: `/api/v1${route}`,
      detail: null,
      errors: null,
      requestBody: null,
      durationMs: Math.ceil(random.around(5, 0.5)),
      credentialKind: app.actor.kind,
      credentialId: app.actor.id,
      ip: app.ip,
      userAgent: app.agent,
      createdAt: at,
    }));
}
