import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/lib/db/client";
import { decodeId, newId } from "@/lib/db/ids";
import { migrateDatabase } from "@/lib/db/migrate";
import type { Sql } from "@/lib/db/query";
import { startApiServer } from "../fixtures/api-server";
import { createTestDatabase, type TestDatabase } from "../fixtures/databases";
import { createTestOrganization } from "../fixtures/organization";
import type { TestServer } from "../fixtures/servers";

const FULL = process.env.SIGHTLINE_FULL === "1";
const ALERTS = FULL ? 1_000_000 : 100_000;
const ALERTS_PER_INSERT = 50_000;
const MAX_GROWTH_MB = 50;
const HEAP_MB = 96;
const PAGE_BYTES = 4_096;

describe(`an export of ${ALERTS.toLocaleString("en")} alerts`, () => {
  let place: TestDatabase;
  let pool: ReturnType<typeof connect>;
  let server: TestServer;
  let headers: Record<string, string>;
  let organizationId: string;

  beforeAll(async () => {
    place = await createTestDatabase();
    await migrateDatabase(place.url);
    pool = connect(place.url, { max: 3, statementTimeoutMs: 300_000 });
    const organization = await createTestOrganization({ db: pool.db });
    organizationId = organization.id;
    headers = await organization.bearer();
    const camera = await organization.camera({ name: "Gate 4, north" });
    for (let start = 0; start < ALERTS; start += ALERTS_PER_INSERT) await insertAlerts(pool.sql, camera.uuid, start);
    await pool.sql`vacuum analyze alerts`;
    // Without a heap limit, the server may keep more garbage than the memory that this test allows for an export.
    const { NODE_OPTIONS = "" } = process.env;
    server = await startApiServer({
      DATABASE_URL: place.url,
      NODE_OPTIONS: `${NODE_OPTIONS} --max-old-space-size=${HEAP_MB}`,
    });
  }, 600_000);

  afterAll(async () => {
    await server?.stop();
    await pool?.sql.end();
    await place?.drop();
  });

  // Inserts alerts whose IDs have the product's format: the creation time in milliseconds, then random bits.
  const insertAlerts = (sql: Sql, cameraId: string, start: number) => sql`
    insert into alerts (organization_id, id, camera_id, use_case, status, severity, title, description, occurred_at,
      last_occurred_at, tags, metadata, media, source_kind, source_id, source_name, created_at, updated_at)
    select ${organizationId}, (lpad(to_hex(1767225600000 + n), 12, '0') || '7' || left(md5(n::text), 3) || '8' || right(md5(n::text), 15))::uuid,
      ${cameraId}, 'intrusion', 'open', 'high', 'Person, at "gate" ' || n, repeat('A longer text about it. ', 8),
      to_timestamp(1767225600 + n / 1000.0), to_timestamp(1767225600 + n / 1000.0), array['night', 'gate'],
      jsonb_build_object('zone', n % 7, 'track', md5(n::text)),
      '[{"type":"image","url":"https://media.example.test/1.jpg"}]', 'api_key', ${newId()}, 'Gateway',
      to_timestamp(1767225600 + n / 1000.0), to_timestamp(1767225600 + n / 1000.0)
    from generate_series(${start}::bigint, ${start + ALERTS_PER_INSERT - 1}::bigint) n`;

  const open = (format: string, more: RequestInit = {}) =>
    fetch(`${server.url}/api/v1/alerts/export?format=${format}`, { headers, ...more });
  /** Requests an uncompressed export. A compressed one would fit into the buffers between server and reader. */
  const openPlain = (format: string, signal?: AbortSignal) =>
    open(format, { headers: { ...headers, "Accept-Encoding": "identity" }, ...(signal && { signal }) });
  const residentMb = () =>
    (Number(readFileSync(`/proc/${server.pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES) / 1_048_576;
  /**
   * Returns whether the server is reading alerts. The function locks the table briefly, so that a read has to wait
   * for it.
   */
  const isReading = () =>
    pool.sql.begin(async (tx) => {
      await tx`lock table alerts in access exclusive mode`;
      await sleep(500);
      const [row] = await tx`select exists (
        select from pg_locks where relation = 'alerts'::regclass and not granted) as waiting`;
      return row?.waiting === true;
    });

  it.each([
    ["csv", 1],
    ["ndjson", 0],
  ])(
    "streams every alert once and in order as %s with bounded memory",
    async (format, headerLines) => {
      const [{ digest } = {}] =
        await pool.sql`select md5(string_agg(id::text, ',' order by id desc)) as digest from alerts`;
      await (await open(format)).body?.cancel();
      const before = residentMb();
      let peak = before;
      const sampling = setInterval(() => {
        peak = Math.max(peak, residentMb());
      }, 50);
      const started = performance.now();
      const ids = createHash("md5");
      let count = -headerLines;
      let bytes = 0;
      let rest = "";
      const decoder = new TextDecoder();
      for await (const chunk of (await open(format)).body ?? []) {
        bytes += chunk.byteLength;
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          count += 1;
          if (count > 0)
            ids.update(`${count > 1 ? "," : ""}${decodeId("alert", /alert_[0-9a-z]{26}/.exec(line)?.[0] ?? "")}`);
        }
      }
      clearInterval(sampling);
      const seconds = (performance.now() - started) / 1000;
      process.stdout.write(
        `${format}: ${count} alerts, ${Math.round(bytes / 1_048_576)} MB in ${seconds.toFixed(1)} s; resident ${before.toFixed(0)} MB, at most ${peak.toFixed(0)} MB\n`,
      );
      expect({ count, rest, digest: ids.digest("hex") }).toEqual({ count: ALERTS, rest: "", digest });
      expect(peak - before).toBeLessThan(MAX_GROWTH_MB);
    },
    600_000,
  );

  it("pauses database reads while its client is slow", async () => {
    const reader = (await openPlain("csv")).body?.getReader();
    await reader?.read();
    await expect.poll(isReading).toBe(false);
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    };
    const [wasReading] = await Promise.all([isReading(), readAll()]);
    expect(wasReading).toBe(true);
  }, 600_000);

  it("stops database reads when its client disconnects", async () => {
    const leaving = new AbortController();
    const response = await openPlain("csv", leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    await sleep(1_000);
    expect(await isReading()).toBe(false);
  }, 60_000);

  it("aborts the connection when it fails midway", async () => {
    const read = pool.sql.begin(async (tx) => {
      const response = await open("ndjson");
      const reader = response.body?.getReader();
      await reader?.read();
      await tx`lock table alerts in access exclusive mode`;
      let bytes = 0;
      for (let step = await reader?.read(); step && !step.done; step = await reader?.read())
        bytes += step.value.byteLength;
      return bytes;
    });
    await expect(read).rejects.toThrow("terminated");
    expect((await open("ndjson")).status).toBe(200);
  }, 60_000);

  it("returns 503 with a problem document when it cannot start", async () => {
    await pool.sql.begin(async (tx) => {
      await tx`lock table alerts in access exclusive mode`;
      const response = await open("csv");
      expect([response.status, response.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
      expect(await response.json()).toMatchObject({ code: "unavailable" });
    });
  }, 60_000);
});
