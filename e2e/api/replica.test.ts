import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiReply, send } from "@/e2e/fixtures/api";
import { startApiServer } from "@/e2e/fixtures/api-server";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { startPrimary, type TestPrimary, type TestReplica } from "@/e2e/fixtures/replica";
import type { Alert, AlertList } from "@/lib/alerts/schema";
import { publicCatalog } from "@/lib/api/catalog";
import { connect, database } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate";
import type { EventList } from "@/lib/events/schema";
import type { ApiKeySecret } from "@/lib/keys/schema";
import type { Timeline } from "@/lib/notes/schema";

const FULL = process.env.SIGHTLINE_FULL === "1";
const CLIENTS = 8;
const LOAD_MS = FULL ? 60_000 : 2_500;
const PAGES = FULL ? 500 : 30;
const TIMEOUT_MS = FULL ? 300_000 : 30_000;

type Server = Awaited<ReturnType<typeof startApiServer>>;
type Headers = Record<string, string>;

const foreignUrl = process.env.DATABASE_URL ?? "";
let primary: TestPrimary;
let replica: TestReplica;
let instances: Server[];
/**
 * Instances whose `DATABASE_REPLICA_URL` isn't a replica of their primary. One names a database of another
 * cluster, the other the primary itself.
 */
let strangers: Server[];

beforeAll(async () => {
  primary = await startPrimary();
  process.env.DATABASE_URL = primary.url;
  await migrateDatabase(primary.url);
  // With this setting, replay never waits for a query. It cancels queries that conflict with it.
  replica = await primary.replicate({ max_standby_streaming_delay: "0" });
  const urls = [replica.url, replica.url, foreignUrl, primary.url];
  const servers = await Promise.all(urls.map((url) => startApiServer({ DATABASE_REPLICA_URL: url })));
  instances = servers.slice(0, 2);
  strangers = servers.slice(2);
}, 90_000);

afterAll(async () => {
  await Promise.all([...(instances ?? []), ...(strangers ?? [])].map((server) => server.stop()));
  await database().sql.end({ timeout: 1 });
  await primary?.stop();
});

const instance = (n: number) => instances[n % instances.length]?.url ?? "";

async function newPartner() {
  const organization = await createTestOrganization();
  const headers = await organization.bearer();
  const camera = await organization.camera();
  const create = async (n: number, fields: object = {}) => {
    const body = { camera_id: camera.id, use_case: "replica", status: "open", ...fields };
    const reply = await send(instance(n), "/alerts", { method: "POST", headers, body });
    expect(reply).toMatchObject({ status: 201 });
    return reply.json as Alert;
  };
  return { organization, headers, camera, create };
}

const list = async (n: number, headers: Headers, query = "") => {
  const reply = await send(instance(n), `/alerts?${query}`, { headers });
  expect(reply).toMatchObject({ status: 200 });
  return reply.json as AlertList;
};

/** Repeatedly pauses and resumes the replay until `work` has finished. */
async function whileReplayStutters<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const stutter = async () => {
    while (!isOver) {
      await replica.pause();
      await sleep(Math.random() * 120);
      await replica.resume();
      await sleep(Math.random() * 120);
    }
  };
  const [result] = await Promise.all([
    work.finally(() => {
      isOver = true;
    }),
    stutter(),
  ]);
  return result;
}

async function whilePaused(work: () => Promise<void>): Promise<void> {
  await replica.pause();
  await work().finally(() => replica.resume());
}

/** Sends a list request to an instance and returns whether the instance read from the replica. */
async function isReadFrom(n: number, headers: Headers): Promise<boolean> {
  const moment = await replica.now();
  await list(n, headers);
  return (await replica.readersSince(moment)) > 0;
}

const readFromAgain = (n: number, headers: Headers) =>
  expect.poll(() => isReadFrom(n, headers), { timeout: 20_000, interval: 100 }).toBe(true);

describe("instances with a read replica", () => {
  it("read every list and statistic from it, with the same result as the primary", async () => {
    const { headers, camera, create } = await newPartner();
    const alert = await create(0);
    const operations = publicCatalog.filter((operation) => "replica" in operation);
    expect(operations.length).toBeGreaterThan(10);
    const period = "from=2098-01-01T00:00:00Z&to=2099-01-01T00:00:00Z";
    const paths = operations.map(({ path }) => {
      const id = path.startsWith("/cameras") ? camera.id : alert.id;
      return `${path.replace("{id}", id)}?${path.startsWith("/analytics") ? period : ""}`;
    });
    const onReplica = new Map<string, string>();
    for (const path of paths) {
      const ask = async () => {
        const moment = await replica.now();
        onReplica.set(path, (await send(instance(0), path, { headers })).text);
        return replica.readersSince(moment);
      };
      await expect.poll(ask, { timeout: 10_000 }).toBeGreaterThan(0);
    }
    await whilePaused(async () => {
      await newPartner();
      for (const path of paths) {
        expect(await send(instance(0), path, { headers })).toMatchObject({ status: 200, text: onReplica.get(path) });
      }
    });
    expect(instances[0]?.log()).not.toContain("refused");
  });

  it(`show each of ${CLIENTS} clients every acknowledged write despite replica lag`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const end = Date.now() + LOAD_MS;
    const client = async (name: number) => {
      const { headers, create } = await newPartner();
      let count = 0;
      for (; Date.now() < end; count += 1) {
        const alert = await create(name + count);
        const page = await list(name + count + 1, headers, "limit=1&include_total=true");
        expect([page.data[0]?.id, page.total]).toEqual([alert.id, count + 1]);
        const change = { method: "PATCH", headers, body: { severity: "critical" } };
        expect(await send(instance(name), `/alerts/${alert.id}`, change)).toMatchObject({ status: 200 });
        expect((await list(name + count + 1, headers, "severity=critical&limit=1")).data[0]?.id).toBe(alert.id);
        const timeline = await send(instance(name + 1), `/alerts/${alert.id}/timeline`, { headers });
        expect((timeline.json as Timeline).data).toHaveLength(2);
      }
      return count;
    };
    const counts = await whileReplayStutters(Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name))));
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it("return every alert and event exactly once when pages alternate between instances", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { headers, create } = await newPartner();
    const first = await Promise.all(Array.from({ length: PAGES * 3 }, (_, n) => create(n)));
    const ids = first.map(({ id }) => id).sort();
    let isOver = false;
    const writer = async () => {
      const made: string[] = [];
      while (!isOver) made.push((await create(made.length)).id);
      return made;
    };
    const pages = async (path: string) => {
      const seen: { id: string }[] = [];
      let cursor = "";
      for (let n = 0; ; n += 1) {
        const reply = await send(instance(n), `${path}${cursor}`, { headers });
        const page = reply.json as AlertList | EventList;
        seen.push(...page.data);
        if (page.next_cursor === null || n > PAGES * 20) return seen;
        cursor = `&cursor=${page.next_cursor}`;
      }
    };
    const read = async () => {
      const [newestFirst, changedFirst] = await Promise.all([
        pages("/alerts?limit=3"),
        pages("/alerts?limit=3&sort=-updated_at"),
      ]);
      isOver = true;
      return { newestFirst, changedFirst };
    };
    // The feed shows an event only after earlier transactions end, including those of the request log.
    const isTold = async () => (await pages("/events?limit=200&type=alert.created")).length;
    await expect.poll(isTold, { timeout: 10_000 }).toBe(ids.length);
    const events = pages("/events?limit=7&type=alert.created");
    const [{ newestFirst, changedFirst }, made, told] = await whileReplayStutters(
      Promise.all([read(), writer(), events]),
    );
    for (const found of [newestFirst, changedFirst]) {
      const seen = found.map(({ id }) => id);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => ids.includes(id)).sort()).toEqual(ids);
    }
    const subjects = (told as EventList["data"]).map(({ subject }) => subject.id);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(ids.filter((id) => !subjects.includes(id))).toEqual([]);
    const all = async () => (await pages("/events?limit=200&type=alert.created")) as EventList["data"];
    const subjectsOfAll = async () => (await all()).map(({ subject }) => subject.id).sort();
    await expect.poll(subjectsOfAll, { timeout: 10_000 }).toEqual([...ids, ...made].sort());
  });

  it("reject a revoked key from the next request on, despite a lagging replica", async () => {
    const { organization } = await newPartner();
    const person = await organization.person("admin");
    const post = (n: number, path: string, body: object = {}) =>
      send(instance(n), path, { method: "POST", headers: { ...person.headers, Origin: instance(n) }, body });
    await whilePaused(async () => {
      for (let n = 0; n < 6; n += 1) {
        const made = await post(n, "/keys", { name: `Key ${n}`, scopes: ["alerts:read"] });
        const { key, secret } = made.json as ApiKeySecret;
        const headers = { Authorization: `Bearer ${secret}` };
        expect((await list(n, headers)).data).toEqual([]);
        expect(await post(n, `/keys/${key.id}/revoke`)).toMatchObject({ status: 200 });
        expect(await send(instance(n + 1), "/alerts", { headers })).toMatchObject({ status: 401 });
      }
    });
  });

  it("answer while replay cancels queries on the replica", { timeout: TIMEOUT_MS }, async () => {
    const { headers, create } = await newPartner();
    await Promise.all(Array.from({ length: 100 }, (_, n) => create(n)));
    const end = Date.now() + LOAD_MS / 2;
    const { sql } = connect(primary.url, { max: 1 });
    const reader = async (n: number) => {
      while (Date.now() < end) expect((await list(n, headers, "limit=1&include_total=true")).total).toBe(100);
    };
    const disturber = async () => {
      for (; Date.now() < end; await sleep(5)) await sql.begin((tx) => tx`lock table alerts in access exclusive mode`);
      await sql.end();
    };
    await Promise.all([disturber(), ...Array.from({ length: CLIENTS }, (_, n) => reader(n))]);
  });

  it("answer while the replica is down and use it again once it is back", { timeout: 60_000 }, async () => {
    const { headers, create } = await newPartner();
    await create(0);
    await readFromAgain(0, headers);
    let isOver = false;
    const replies: ApiReply[] = [];
    const reader = async (n: number) => {
      while (!isOver) replies.push(await send(instance(n), "/alerts?include_total=true", { headers }));
    };
    const readers = Array.from({ length: CLIENTS }, (_, n) => reader(n));
    await sleep(300);
    await replica.kill();
    await create(1);
    await sleep(700);
    await replica.start();
    await sleep(300);
    isOver = true;
    await Promise.all(readers);
    expect(replies.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    for (const n of [0, 1]) await readFromAgain(n, headers);
    expect((await list(0, headers, "include_total=true")).total).toBe(2);
  });

  it("never read from a server that does not follow their primary", async () => {
    const { headers, create } = await newPartner();
    const alert = await create(0);
    for (const stranger of strangers) {
      const ask = async () => {
        const reply = await send(stranger.url, "/alerts", { headers });
        expect((reply.json as AlertList).data.map(({ id }) => id)).toEqual([alert.id]);
        return stranger.log();
      };
      await expect.poll(ask, { timeout: 10_000 }).toContain("instead of the replica");
      await ask();
    }
    await replica.promote();
    for (let n = 0; n < 6; n += 1) {
      const next = await create(n);
      expect((await list(n + 1, headers, "limit=1")).data[0]?.id).toBe(next.id);
    }
  });
});
