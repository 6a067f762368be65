import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { STALLED_MS } from "@/lib/http/reply/reply";
import { MAX_EXPORTS } from "@/lib/limits";
import { send, servers } from "../fixtures/api";
import { createTestOrganization, type TestOrganization } from "../fixtures/organization";

const url = servers[0].url;
/** An export of this many alerts is larger than the operating system's buffers for an unread reply. */
const ALERTS = 20_000;
const ALERTS_PER_INSERT = 1_000;
const REQUESTS = 100;
const EXPORT_PATH = "/api/v1/alerts/export";

describe("unread responses", () => {
  let organization: TestOrganization;
  let headers: Record<string, string>;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    organization = await createTestOrganization();
    headers = await organization.bearer();
    const camera = await organization.camera();
    const batches = Array.from({ length: ALERTS / ALERTS_PER_INSERT }, (_, n) => n * ALERTS_PER_INSERT);
    for (const start of batches)
      await database().sql`
      insert into alerts (organization_id, id, camera_id, use_case, status, severity, description, occurred_at,
        last_occurred_at, source_kind, source_id, source_name, created_at, updated_at)
      select ${organization.id}, (lpad(to_hex(1767225600000 + n), 12, '0') || '7' || left(md5(n::text), 3) || '8' || right(md5(n::text), 15))::uuid,
        ${camera.uuid}, 'intrusion', 'open', 'high', repeat('A longer text about it. ', 60), now(), now(), 'api_key',
        ${newId()}, 'Gateway', now(), now()
      from generate_series(${start + 1}::int, ${start + ALERTS_PER_INSERT}::int) n`;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  /** Opens a socket that sends this many requests for a path and doesn't read the replies. */
  function ask(path: string, times = 1): Socket {
    const { host, hostname, port } = new URL(url());
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.pause();
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${headers.Authorization}\r\n\r\n`.repeat(times),
    );
    sockets.push(socket);
    return socket;
  }
  /**
   * Starts an export whose reader stops after the first bytes. It retries if a busy machine replies to the first
   * read with 503.
   */
  async function beginExport(): Promise<Socket> {
    for (;;) {
      const socket = ask(EXPORT_PATH);
      const [head] = await once(socket.resume(), "data");
      if (String(head).startsWith("HTTP/1.1 200")) return socket.pause();
      socket.destroy();
    }
  }
  /** Reads from the socket until the connection ends, and returns the text. */
  const readAll = (socket: Socket) =>
    new Promise<string>((resolve) => {
      let text = "";
      socket.on("data", (data) => {
        text += data.toString("latin1");
      });
      socket.once("close", () => resolve(text));
      socket.resume();
    });
  const exportStatus = async (bearer = headers) => {
    const reply = await fetch(`${url()}${EXPORT_PATH}?format=ndjson`, { headers: bearer });
    await reply.body?.cancel();
    return { status: reply.status, retryAfter: reply.headers.get("retry-after") };
  };

  /**
   * Starts exports until one is rejected, and returns its `Retry-After`. It polls, because an earlier reader's
   * slot may be released late.
   */
  async function takeAllSlots(): Promise<string | null> {
    let retryAfter: string | null = null;
    const askOnceMore = async () => {
      ask(EXPORT_PATH);
      const reply = await exportStatus();
      retryAfter = reply.retryAfter;
      return reply.status;
    };
    await expect.poll(askOnceMore).toBe(429);
    return retryAfter;
  }

  it(`are limited to ${MAX_EXPORTS} exports per organization, with a slot freed when its reader disconnects`, async () => {
    expect(await takeAllSlots()).toMatch(/^\d+$/);
    const other = await createTestOrganization();
    expect(await exportStatus(await other.bearer())).toMatchObject({ status: 200 });
    expect((await send(url(), "/me", { headers })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(exportStatus).toMatchObject({ status: 200 });
  });

  it("do not keep a database connection busy", async () => {
    await takeAllSlots();
    const busy = () => database().sql`select pid from pg_stat_activity
      where state <> 'idle' and query like '%concat_ws(%a.id, a.camera_id%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await busy()).length).toBe(0);
  });

  it("are cut off when stalled, streamed or not", { timeout: 4 * STALLED_MS }, async () => {
    const streamed = await beginExport();
    const plain = ask("/api/v1/openapi.json", REQUESTS);
    await sleep(1.5 * STALLED_MS);
    const [exported, described] = await Promise.all([readAll(streamed), readAll(plain)]);
    expect(exported.endsWith("\r\n0\r\n\r\n")).toBe(false);
    const replies = described.split("HTTP/1.1 200 OK").length - 1;
    expect(replies).toBeGreaterThan(0);
    expect(replies).toBeLessThan(REQUESTS);
  });
});
