import { createSocket } from "node:dgram";
import { afterEach, describe, expect, it } from "vitest";
import { createNameResolver } from "./resolve";

/** The addresses in replies, by family, or null for no reply. Names that are missing don't exist. */
const zone: Record<string, { 4: string[]; 6: string[] } | null> = {
  "both.partner.dev": { 4: ["93.184.215.14"], 6: ["2606:4700:4700:0:0:0:0:1111"] },
  "four.partner.dev": { 4: ["93.184.215.14", "93.184.215.15"], 6: [] },
  "silent.partner.dev": null,
};
const TYPE_A = 1;
const NOT_FOUND = 3;
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a name server (RFC 1035) on loopback, so that no test asks a real one. */
async function startNameServer() {
  const queries: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { address, port }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
      at += 1 + length;
    }
    const name = labels.join(".").toLowerCase();
    const isV4 = query.readUInt16BE(at + 1) === TYPE_A;
    queries.push(`${name} ${isV4 ? "A" : "AAAA"}`);
    const found = name.startsWith("silent") ? null : zone[name];
    if (found === null) return;
    const answers = (found?.[isV4 ? 4 : 6] ?? []).map((text) => {
      const bytes = isV4
        ? text.split(".").map(Number)
        : text.split(":").flatMap((part) => toBytes(Number(`0x${part}`)));
      return Buffer.from([0xc0, 12, 0, isV4 ? TYPE_A : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]);
    });
    const header = Buffer.from([0, 0, 0x81, 0x80 + (found ? 0 : NOT_FOUND), 0, 1, 0, answers.length, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  closing.push(() => socket.close());
  return { queries, servers: [`127.0.0.1:${socket.address().port}`] };
}

const toBytes = (value: number) => [value >> 8, value & 0xff];

describe("names of outgoing requests", () => {
  it("resolve to the addresses of both families, with one query per family for concurrent lookups", async () => {
    const { queries, servers } = await startNameServer();
    const resolve = createNameResolver({ allowsInternal: false, servers });
    const found = await Promise.all(Array.from({ length: 5 }, () => resolve("both.partner.dev")));
    expect(new Set(found.map((addresses) => JSON.stringify(addresses))).size).toBe(1);
    expect(found[0]).toEqual([
      { address: "93.184.215.14", family: 4 },
      { address: "2606:4700:4700::1111", family: 6 },
    ]);
    expect(queries.toSorted()).toEqual(["both.partner.dev A", "both.partner.dev AAAA"]);
    expect(await resolve("four.partner.dev")).toHaveLength(2);
  });

  it("aren't delayed by a name server that doesn't reply for others", async () => {
    const { servers } = await startNameServer();
    const resolve = createNameResolver({ allowsInternal: false, servers });
    const silent = Array.from({ length: 50 }, (_, n) =>
      resolve(`silent-${n}.partner.dev`).catch((error) => error.code),
    );
    const start = performance.now();
    expect(await resolve("both.partner.dev")).toHaveLength(2);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(["ETIMEDOUT"]));
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  it("are looked up by the system only if internal addresses are allowed", async () => {
    const { queries, servers } = await startNameServer();
    const strict = createNameResolver({ allowsInternal: false, servers });
    await expect(strict("unknown.partner.dev")).rejects.toMatchObject({ code: "ENOTFOUND" });
    const allowing = createNameResolver({ allowsInternal: true, servers });
    queries.length = 0;
    expect(await allowing("localhost")).toContainEqual({ address: "127.0.0.1", family: 4 });
    expect(queries).toEqual([]);
  });
});
