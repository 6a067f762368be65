import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { encodeId, newId } from "@/lib/db/ids";
import { STALLED_MS } from "@/lib/http/reply/reply";
import { MAX_STREAMS } from "@/lib/limits";
import { send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { type EventSubscription, followEvents, settleFeed, writeEvents } from "../fixtures/events";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";
import type { TestServer } from "../fixtures/servers";

const FULL = process.env.SIGHTLINE_FULL === "1";
const EVENTS = FULL ? 10_000 : 2_000;
const WRITERS = 6;
const READERS = 6;
const SLOW_READERS = 24;
const SLOW_EVENTS = FULL ? 6_000 : 1_500;
const AMPLE_LIMITS = { RATE_LIMIT_KEY: "6000000", RATE_LIMIT_ORGANIZATION: "6000000" };

/** Returns the IDs of the organization's events in feed order. */
async function feedOf(organization: TestOrganization): Promise<string[]> {
  const rows = await database().sql<{ id: string }[]>`
    select id from events where organization_id = ${organization.id} order by transaction_id, id`;
  return rows.map(({ id }) => encodeId("event", id));
}

const idsOf = ({ received }: Pick<EventSubscription, "received">) => received.map(({ id }) => id);
const memoryMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

describe("the event stream across several instances", () => {
  let servers: TestServer[] = [];
  let organization: TestOrganization;
  let bearer: Record<string, string>;
  let ctx: Context;

  beforeAll(async () => {
    servers = await Promise.all([startApiServer(AMPLE_LIMITS), startApiServer(AMPLE_LIMITS)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });
  async function begin(): Promise<void> {
    organization = await createTestOrganization();
    bearer = await organization.bearer();
    ctx = await organization.context();
  }
  const url = (index: number) => servers[index % servers.length]?.url ?? "";

  /** Reads events from alternating instances until `total` events have been read. */
  async function readAll(first: number, start: string, total: number, patience: () => boolean): Promise<string[]> {
    const seen: string[] = [];
    for (let attempt = first; seen.length < total && patience(); attempt += 1) {
      let done = () => {};
      const enough = new Promise<void>((resolve) => {
        done = resolve;
      });
      const following = await followEvents(url(attempt), bearer, {
        lastEventId: seen.at(-1) ?? start,
        onEvent: ({ id }) => {
          seen.push(id);
          if (seen.length >= total) done();
        },
      }).catch(() => null);
      // Each reader also disconnects occasionally, in the middle of a reply.
      const leaves = sleep(500 + Math.random() * 2_000);
      if (following) await Promise.race([following.ended, enough, leaves]);
      else await sleep(50);
      following?.leave();
      await following?.ended;
    }
    return seen;
  }

  it(`delivers ${EVENTS} events from ${WRITERS} writers to every reader once, in order, despite killed instances`, async () => {
    await begin();
    await writeEvents(ctx, 1);
    const [start = ""] = await feedOf(organization);
    let isWriting = true;
    const deadline = () => Date.now() < startedAt + 50_000;
    const startedAt = Date.now();
    const readers = Array.from({ length: READERS }, (_, index) => readAll(index, start, EVENTS, deadline));

    const perWriter = Math.ceil(EVENTS / WRITERS);
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      let left = Math.min(perWriter, EVENTS - writer * perWriter);
      while (left > 0) {
        const count = Math.min(left, 1 + Math.floor(Math.random() * 12));
        left -= count;
        // Transactions take different amounts of time, so those that begin first often commit last.
        await writeEvents(ctx, count, Math.random() < 0.3 ? Math.random() * 30 : 0);
      }
    });
    const killer = (async () => {
      for (let round = 0; isWriting; round += 1) {
        await sleep(1_500);
        const victim = servers[round % 2];
        if (!victim || !isWriting) break;
        process.kill(victim.pid, "SIGKILL");
        servers[round % 2] = await startApiServer(AMPLE_LIMITS);
      }
    })();
    await Promise.all(writers);
    isWriting = false;
    const seen = await Promise.all(readers);
    await killer;

    const feed = (await feedOf(organization)).slice(1);
    expect(feed).toHaveLength(EVENTS);
    for (const ids of seen) expect(ids).toEqual(feed);
  }, 90_000);

  it("delivers every event exactly once when a long transaction commits after shorter ones", async () => {
    await begin();
    await settleFeed();
    const readers = await Promise.all([followEvents(url(0), bearer), followEvents(url(1), bearer)]);
    const slow = writeEvents(ctx, 3, 1_200);
    await sleep(100);
    await writeEvents(ctx, 2);
    await sleep(400);
    const early = (await send(url(0), "/events", { headers: bearer })).json as { data: unknown[] };
    expect([early.data, ...readers.map(({ received }) => received)]).toEqual([[], [], []]);
    await slow;
    await writeEvents(ctx, 1);
    const feed = await feedOf(organization);
    for (const reader of readers) await expect.poll(() => idsOf(reader), { timeout: 10_000 }).toEqual(feed);
    await sleep(300);
    for (const reader of readers) {
      expect(idsOf(reader)).toEqual(feed);
      reader.leave();
    }
  });

  it("never delivers another organization's events", async () => {
    await begin();
    const stranger = await createTestOrganization();
    const strangerCtx = await stranger.context();
    const reader = await followEvents(url(0), bearer);
    await Promise.all([writeEvents(strangerCtx, 50), writeEvents(ctx, 5), writeEvents(strangerCtx, 50)]);
    await expect.poll(() => reader.received.length, { timeout: 10_000 }).toBe(5);
    expect(idsOf(reader)).toEqual(await feedOf(organization));
    reader.leave();
    await settleFeed();
    const [foreign = ""] = await feedOf(stranger);
    await expect(followEvents(url(0), bearer, { lastEventId: foreign })).rejects.toMatchObject({ status: 404 });
  });

  it("limits memory used by slow readers and keeps delivering to others", async () => {
    await begin();
    const { pid, url: server } = servers[0] ?? { pid: 0, url: "" };
    const { host, hostname, port } = new URL(server);
    const sockets = Array.from({ length: SLOW_READERS }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET /api/v1/events/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${bearer.Authorization}\r\n\r\n`,
      );
      socket.once("data", () => socket.pause());
      socket.on("error", () => {});
      return socket;
    });
    const reader = await followEvents(server, bearer);
    await sleep(300);
    const before = memoryMb(pid);
    const name = "x".repeat(10_000);
    for (let written = 0; written < SLOW_EVENTS; written += 100) await writeEvents(ctx, 100, 0, name);
    await expect.poll(() => reader.received.length, { timeout: 20_000 }).toBe(SLOW_EVENTS);
    // Buffers for every slow reader would use 1,440 MB. The remaining growth is garbage from reading events.
    const growth = memoryMb(pid) - before;
    if (FULL) console.log(`slow readers: ${Math.round(growth)} MB for ${SLOW_EVENTS} events of 10 KB`);
    if (FULL) expect(growth).toBeLessThan(300);
    if (FULL) {
      await sleep(STALLED_MS + 2_000);
      const cut = sockets.map((socket) => new Promise((done) => socket.once("close", done).resume()));
      await Promise.race([Promise.all(cut), sleep(5_000).then(() => Promise.reject(new Error("not cut")))]);
    }
    for (const socket of sockets) socket.destroy();
    reader.leave();
  }, 120_000);

  it(`rejects more than ${MAX_STREAMS} streams per organization and instance until one closes`, async () => {
    await begin();
    const attempts = Array.from({ length: MAX_STREAMS + 60 }, () => followEvents(url(0), bearer).catch(() => null));
    const open = (await Promise.all(attempts)).filter((following) => following !== null);
    expect(open).toHaveLength(MAX_STREAMS);
    const refused = await send(url(0), "/events/stream", { headers: bearer });
    expect(refused.json).toMatchObject({ status: 409, code: "limit_reached" });
    open[0]?.leave();
    await expect
      .poll(async () => (await send(url(0), "/events/stream", { headers: bearer })).status, { timeout: 10_000 })
      .toBe(200);
    for (const following of open) following.leave();
  });

  it("closes when its instance stops, and readers resume on another instance", async () => {
    await begin();
    const leaving = await startApiServer(AMPLE_LIMITS);
    const reader = await followEvents(leaving.url, bearer);
    await writeEvents(ctx, 3);
    await expect.poll(() => reader.received.length, { timeout: 10_000 }).toBe(3);
    const stopped = leaving.stop();
    expect(await reader.ended).toBe("end");
    await writeEvents(ctx, 2);
    const next = await followEvents(url(1), bearer, { lastEventId: reader.received.at(-1)?.id });
    await expect.poll(() => next.received.length, { timeout: 10_000 }).toBe(2);
    expect([...idsOf(reader), ...idsOf(next)]).toEqual(await feedOf(organization));
    next.leave();
    await stopped;
  });

  it("sends a heartbeat comment while idle", { timeout: 30_000, skip: !FULL }, async () => {
    await begin();
    const reader = await followEvents(url(0), bearer);
    await expect.poll(() => reader.comments, { timeout: 20_000 }).toEqual(["heartbeat"]);
    reader.leave();
  });
});

describe.each(servers)("the event stream on $name", ({ url }) => {
  async function open(query = "", headers?: Record<string, string>) {
    const organization = await createTestOrganization();
    const bearer = headers ?? (await organization.bearer());
    return {
      organization,
      bearer,
      ctx: await organization.context(),
      reader: await followEvents(url(), bearer, { query }),
    };
  }

  it("starts with new events, filters by type, and resumes after a given event", async () => {
    const { organization, bearer, ctx, reader } = await open("?type=key.created,alert.created");
    const camera = await organization.camera();
    const body = { camera_id: camera.externalId, use_case: "intrusion", status: "open", title: "Dock 3" };
    const created = await send(url(), "/alerts", { method: "POST", headers: bearer, body });
    const { id } = created.json as { id: string };
    await send(url(), `/alerts/${id}`, { method: "PATCH", headers: bearer, body: { status: "acknowledged" } });
    await writeEvents(ctx, 1);
    await expect
      .poll(() => reader.received.map(({ type }) => type), { timeout: 10_000 })
      .toEqual(["alert.created", "key.created"]);
    const [first] = reader.received;
    expect(first?.event).toMatchObject({
      id: first?.id,
      type: "alert.created",
      subject: { kind: "alert", id },
      data: { alert: { id, camera_id: camera.id, use_case: "intrusion", status: "open", title: "Dock 3", version: 1 } },
    });
    reader.leave();
    const again = await followEvents(url(), bearer, { query: `?after=${first?.id}` });
    await expect
      .poll(() => again.received.map(({ type }) => type), { timeout: 10_000 })
      .toEqual(["alert.status_changed", "key.created"]);
    again.leave();
  });

  it("sends an event ID to resume from before the first event", async () => {
    const { organization, bearer, ctx, reader } = await open();
    reader.leave();
    const begun = await send(url(), "/events/stream", { headers: bearer });
    const id = /^id: (event_\w+)$/m.exec(begun.text)?.[1];
    await writeEvents(ctx, 2);
    const again = await followEvents(url(), bearer, { lastEventId: id });
    await expect.poll(() => idsOf(again), { timeout: 10_000 }).toEqual(await feedOf(organization));
    again.leave();
  });

  it("rejects an invalid, unknown, or expired event ID to resume from", async () => {
    const { bearer, reader } = await open();
    reader.leave();
    const statusOf = async (id: string) => {
      const reply = await send(url(), "/events/stream", { headers: { ...bearer, "Last-Event-ID": id } });
      return (reply.json as { code: string }).code;
    };
    expect(await statusOf("alert_1")).toBe("validation_failed");
    expect(await statusOf(encodeId("event", newId()))).toBe("not_found");
    expect(await statusOf(encodeId("event", v7({ msecs: Date.now() - 31 * 86_400_000 })))).toBe("gone");
  });

  it("excludes events stored after its key's revocation is acknowledged", async () => {
    const organization = await createTestOrganization();
    const admin = { ...(await organization.person("admin")).headers, Origin: url() };
    const camera = await organization.camera();
    const partner = await organization.bearer();
    const mine = await organization.bearer();
    const me = (await send(url(), "/me", { headers: mine })).json as { credential: { id: string } };
    const { id } = me.credential;
    const readers = await Promise.all(Array.from({ length: 12 }, () => followEvents(url(), mine)));
    const other = await followEvents(url(), partner);
    expect((await send(url(), `/keys/${id}/revoke`, { method: "POST", headers: admin })).status).toBe(200);
    const body = { camera_id: camera.id, use_case: "intrusion", status: "open" };
    for (let n = 0; n < 3; n += 1) await send(url(), "/alerts", { method: "POST", headers: partner, body });
    await expect.poll(() => other.received.filter(({ type }) => type === "alert.created").length).toBe(3);
    expect(await Promise.all(readers.map(({ ended }) => ended))).toEqual(readers.map(() => "end"));
    const late = readers.flatMap(({ received }) => received.filter(({ type }) => type === "alert.created"));
    expect(late).toEqual([]);
  });

  it("ends when its key is revoked, API access is turned off, or membership ends", async () => {
    const { organization, reader } = await open();
    const admin = { ...(await organization.person("admin")).headers, Origin: url() };
    const viewer = await organization.person("viewer");
    const listed = (await send(url(), "/keys", { headers: admin })).json as { data: { id: string; name: string }[] };
    const other = await followEvents(url(), await organization.bearer());
    const person = await followEvents(url(), viewer.headers);
    for (const { id } of listed.data) await send(url(), `/keys/${id}/revoke`, { method: "POST", headers: admin });
    expect(await reader.ended).toBe("end");
    await send(url(), "/organization", { method: "PATCH", headers: admin, body: { api_access: false } });
    expect(await other.ended).toBe("end");
    await database().sql`delete from memberships where organization_id = ${organization.id} and user_id = ${viewer.id}`;
    expect(await person.ended).toBe("end");
    expect(person.received.map(({ type }) => type)).toContain("key.revoked");
  }, 30_000);
});
