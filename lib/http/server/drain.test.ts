import { once } from "node:events";
import { Agent, createServer, get, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { drainer } from "./drain";

/** The default limit is longer than a test's timeout, so a test that has to wait for it fails. */
const LIMIT_MS = 60_000;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a server whose replies the test sends itself, through the responses in `waiting`. */
async function listening(limitMs = LIMIT_MS) {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => waiting.push(response));
  const drain = drainer(server, limitMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { port, drain, waiting, server };
}

async function silentConnection(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  cleanups.push(() => socket.destroy());
  await once(socket, "connect");
  return socket;
}

it("immediately closes connections that have not sent anything", async () => {
  const { port, drain, server } = await listening();
  const accepted = once(server, "connection");
  const socket = await silentConnection(port);
  await accepted;
  const closed = once(socket, "close");
  await drain();
  await closed;
});

it("waits for running requests, then closes their keep-alive connections", async () => {
  const { port, drain, waiting } = await listening();
  const agent = new Agent({ keepAlive: true });
  cleanups.push(() => agent.destroy());
  const response = once(get({ port, host: "127.0.0.1", agent }), "response");
  await expect.poll(() => waiting.length).toBe(1);
  let isDrained = false;
  const drained = drain().then(() => {
    isDrained = true;
  });
  await sleep(300);
  expect(isDrained).toBe(false);
  waiting[0]?.end("done");
  const [reply] = await response;
  reply.resume();
  expect(reply.statusCode).toBe(200);
  await drained;
});

it("aborts a request that is still running at the time limit", async () => {
  const { port, drain, waiting } = await listening(200);
  const failed = once(get({ port, host: "127.0.0.1" }), "error");
  await expect.poll(() => waiting.length).toBe(1);
  await drain();
  await failed;
});
