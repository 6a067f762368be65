import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { send } from "@/e2e/fixtures/api";
import { startApiServer } from "@/e2e/fixtures/api-server";
import { createTestDatabase, type TestDatabase } from "@/e2e/fixtures/databases";
import { followEvents, settleFeed } from "@/e2e/fixtures/events";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { poolerBinary, startPooler, type TestPooler } from "@/e2e/fixtures/pooler";
import type { TestServer } from "@/e2e/fixtures/servers";
import { startTestWorker, type TestWorker } from "@/e2e/fixtures/workers";
import type { Alert, AlertList } from "@/lib/alerts/schema";
import type { AlertSeries } from "@/lib/analytics/schema";
import { connect, timeouts } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import type { EventList } from "@/lib/events/schema";

/**
 * The pooler's database connections. Any instance would open more, so statements of several clients share each
 * one.
 */
const CONNECTIONS = 3;
const ALERTS = 120;

const where = poolerBinary ? "" : " (skipped: pgbouncer is not on the PATH)";
describe.skipIf(!poolerBinary)(`a deployment behind PgBouncer in transaction mode${where}`, () => {
  let place: TestDatabase;
  let pooler: TestPooler;
  let direct: ReturnType<typeof connect>;
  let servers: TestServer[];
  let worker: TestWorker;

  beforeAll(async () => {
    place = await createTestDatabase();
    pooler = await startPooler(place.url, CONNECTIONS);
    await migrateDatabase(place.url, { poolerUrl: pooler.url });
    direct = connect(place.url, { max: 2 });
    const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: place.url };
    servers = await Promise.all([startApiServer(settings), startApiServer(settings)]);
    worker = await startTestWorker(pooler.url, { DATABASE_DIRECT_URL: place.url });
  });
  afterAll(async () => {
    await Promise.all([worker?.end("SIGTERM"), ...(servers ?? []).map((server) => server.stop())]);
    await direct?.sql.end({ timeout: 1 });
    await pooler?.stop();
    await place?.drop();
  });

  const server = (n = 0) => servers[n % servers.length]?.url ?? "";

  async function newPartner() {
    const organization = await createTestOrganization({ db: direct.db });
    return { headers: await organization.bearer(), camera: await organization.camera() };
  }

  it(`stores ${ALERTS} concurrent alerts once each, with correct events, counts and lists`, async () => {
    const { headers, camera } = await newPartner();
    const create = (client: number) => {
      const n = client % ALERTS;
      const body = { camera_id: camera.externalId, use_case: `pooled-${n % 4}`, status: "open", tags: ["a", `b${n}`] };
      const call = { method: "POST", body, headers: { ...headers, "Idempotency-Key": `key-${n}` } };
      return send(server(client), "/alerts", call);
    };
    const replies = await Promise.all(Array.from({ length: ALERTS }, (_, n) => create(n)));
    expect(replies.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([]);
    const again = await Promise.all(Array.from({ length: 20 }, (_, n) => create(n + ALERTS)));
    expect(again.every((reply) => reply.headers.get("idempotent-replayed") === "true")).toBe(true);

    const ids = replies.map(({ json }) => (json as Alert).id).sort();
    const read = (path: string) => send(server(), path, { headers });
    const listed = await Promise.all(Array.from({ length: 40 }, () => read("/alerts?limit=200&tag=a")));
    for (const { json } of listed) expect((json as AlertList).data.map(({ id }) => id).reverse()).toEqual(ids);
    const series = (await read("/analytics/alerts?group_by=use_case")).json as AlertSeries;
    expect([series.total, series.series.map(({ total }) => total)]).toEqual([ALERTS, Array(4).fill(ALERTS / 4)]);
    const summary = await read("/analytics/summary");
    expect(summary).toMatchObject({ status: 200, json: { open_now: ALERTS } });
    await settleFeed();
    const events = (await read("/events?limit=200&type=alert.created")).json as EventList;
    expect(events.data.map(({ subject }) => subject.id).sort()).toEqual(ids);
  });

  it("applies the same timeouts as without the pooler", async () => {
    const { sql } = connect(pooler.url, { max: CONNECTIONS, isPooled: true });
    const names = Object.keys(timeouts());
    const read = () => sql`select name, setting::int as setting from pg_settings where name = any(${names}::text[])`;
    for (const rows of await Promise.all(Array.from({ length: CONNECTIONS }, read))) {
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(timeouts());
    }
    const [zone] = await sql`show timezone`;
    expect(zone).toEqual({ TimeZone: "UTC" });
    await sql.end();
  });

  it("streams events, using a direct connection for LISTEN", async () => {
    const { headers, camera } = await newPartner();
    const stream = await followEvents(server(1), headers);
    const body = { camera_id: camera.id, use_case: "streamed", status: "open" };
    await send(server(0), "/alerts", { method: "POST", headers, body });
    const told = () => stream.received.map(({ type }) => type);
    await expect.poll(told, { timeout: 10_000 }).toEqual(["alert.created"]);
    const listening = await direct.sql`
      select from pg_stat_activity where datname = current_database() and query ilike 'listen "sightline_events"'`;
    stream.leave();
    expect(listening.length).toBeGreaterThan(0);
  });

  it("rolls up alert deltas in the worker", async () => {
    const folded = async () => {
      const [row] = await direct.sql`select count(*)::int as left from alert_deltas`;
      return row?.left;
    };
    await expect.poll(folded, { timeout: 60_000, interval: 200 }).toBe(0);
  });

  it("rejects a migration through the pooler alone and names DATABASE_DIRECT_URL", async () => {
    await expect(migrateDatabase(pooler.url)).rejects.toThrow(
      /^DATABASE_URL points to a pooler: set DATABASE_DIRECT_URL/,
    );
  });
});
