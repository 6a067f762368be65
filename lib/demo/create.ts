import { randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { mintKey } from "@/lib/auth/key";
import { connect, database, directUrl } from "@/lib/db/client";
import { alerts, openDedupKeys } from "@/lib/db/tables/alerts";
import { cameraStatusChanges, cameras, sites } from "@/lib/db/tables/cameras";
import { keyUsage } from "@/lib/db/tables/keys";
import { organizations } from "@/lib/db/tables/people";
import { auditEntries, events, requests } from "@/lib/db/tables/records";
import { makeAlerts } from "./alerts";
import { makeApps, requestsOfApps, storeApps } from "./apps";
import { makeAuditEntries } from "./audit-entries";
import { placeCameras, toCameraRow } from "./cameras";
import { insertRows } from "./insert-rows";
import { DEMO_SLUG, type DemoCredentials } from "./people";
import { createRandom } from "./random";
import { countUsage, makeEvents, makeRequests, recentRequests } from "./records";
import { makeStaff, storeStaff } from "./staff";
import { makeStatusHistory } from "./status-history";

const SEED = 20_260_131;
const STATEMENT_TIMEOUT_MS = 60_000;
const CONSONANTS = "bdfghklmnprstvwz";
const VOWELS = "aeiou";
const PASSWORD_GROUPS = 3;

export interface DemoOptions {
  credentials: DemoCredentials;
  /** Called with the number of rows written so far, their total, and the name of the current part. */
  onProgress?: (done: number, total: number, what: string) => void;
}

/** Returns whether this database has the demo organization. */
export async function demoExists(): Promise<boolean> {
  const rows = await database()
    .db.select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.slug, DEMO_SLUG));
  return rows.length > 0;
}

/** Returns whether this database has any organization. The demo is created only in a database without one. */
export async function isDatabaseFilled(): Promise<boolean> {
  const rows = await database().db.select({ id: organizations.id }).from(organizations).limit(1);
  return rows.length > 0;
}

function letter(of: string): string {
  return of.charAt(randomInt(of.length));
}

function syllables(): string {
  return [CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS].map(letter).join("");
}

/** Creates a password of about 50 random bits that is easy to read aloud and type, for example `ludag-mirok-tezan`. */
function mintPassword(): string {
  return Array.from({ length: PASSWORD_GROUPS }, syllables).join("-");
}

/** Creates random passwords and an API key for the demo. Nothing is stored. */
export function mintDemoCredentials(): DemoCredentials {
  return {
    adminPassword: mintPassword(),
    supportPassword: mintPassword(),
    viewerPassword: mintPassword(),
    apiKey: mintKey(),
  };
}

/**
 * Creates the demo organization: three people, an API key, two OAuth apps, sites with cameras, and alerts of the
 * last 30 days. It is one transaction, so an interruption leaves nothing behind.
 * @throws Error if the organization already exists.
 */
export async function createDemo({ credentials, onProgress = () => {} }: DemoOptions): Promise<void> {
  const random = createRandom(SEED);
  const now = new Date();
  const staff = await makeStaff(random, credentials, now);
  const place = placeCameras(random, now);
  const team = { admin: staff.people.admin.actor, support: staff.people.support.actor, gateway: staff.key };
  const { organizationId } = staff;
  const list = makeAlerts(random, { organizationId, cameras: place.cameras, team, now });
  const rows = list.map(({ row }) => row);
  const feed = makeEvents(random, organizationId, list);
  const calls = makeRequests(random, organizationId, staff.key, list);
  const fleet = place.cameras.map((camera, index) =>
    makeStatusHistory(random, toCameraRow(random, organizationId, camera, index, now), camera.condition, now),
  );
  const apps = makeApps(random, now);
  const log = [...recentRequests(calls, now), ...requestsOfApps(random, staff, apps, now)];
  const openKeys = rows.flatMap(({ status, dedupKey, id }) =>
    dedupKey !== null && (status === "open" || status === "acknowledged")
      ? [{ organizationId, dedupKey, alertId: id }]
      : [],
  );

  const total = rows.length + feed.length + log.length;
  let done = 0;
  const report = (what: string) => (count: number) => {
    done += count;
    onProgress(done, total, what);
  };
  const { db, sql: client } = connect(directUrl() ?? "", { max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const stored = db.transaction(async (tx) => {
    await storeStaff(tx, staff, credentials, now);
    await storeApps(tx, staff, apps);
    await tx.insert(auditEntries).values(makeAuditEntries(random, staff, apps, now));
    await tx.insert(sites).values(
      place.sites.map(({ id, name, timezone, address, latitude, longitude }) => {
        const at = staff.foundedAt;
        return { organizationId, id, name, timezone, address, latitude, longitude, createdAt: at, updatedAt: at };
      }),
    );
    await tx.insert(cameras).values(fleet.map(({ row }) => row));
    await insertRows(
      tx,
      cameraStatusChanges,
      fleet.flatMap(({ changes }) => changes),
    );
    await insertRows(tx, alerts, rows, report("alerts"));
    await tx.execute(sql`insert into alert_deltas (organization_id, quarter, camera_id, use_case, severity, status, n)
      select organization_id, date_bin('15 minutes', occurred_at, 'epoch'), camera_id, use_case, severity, status, count(*)
      from ${alerts} where organization_id = ${organizationId} group by 1, 2, 3, 4, 5, 6`);
    await insertRows(tx, openDedupKeys, openKeys);
    await insertRows(tx, events, feed, report("events"));
    await insertRows(tx, requests, log, report("requests"));
    await tx.execute(sql`insert into request_counts (organization_id, hour, credential_id, method, route, status, count)
      select organization_id, date_trunc('hour', created_at), credential_id, method, route, status, count(*)
      from ${requests} where organization_id = ${organizationId} group by 1, 2, 3, 4, 5, 6`);
    await insertRows(tx, keyUsage, countUsage(calls));
    await tx.execute(sql`analyze ${alerts}, ${events}, ${requests}, ${cameras}`);
  });
  await stored.finally(() => client.end());
}
