import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { selfSignedCertificate } from "@/e2e/fixtures/certificate";
import { createTestOrganization, type TestOrganization } from "@/e2e/fixtures/organization";
import type { Context } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { addCamera } from "./create";
import { type ProbeOptions, probeCameras } from "./probe";
import { readCameraStatus } from "./reads";
import { cameraCreateSchema } from "./schema";
import { changeCamera, markCameraArchived } from "./update";

const LOOPBACK = ["127.0.0.0/8"];
const TIMEOUT_MS = 300;

/** The data that each server received, by port. */
const sent = new Map<number, string[]>();
const servers: Server[] = [];

async function start(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  sent.set(port, []);
  return port;
}

function answering(make: (text: string) => string | null) {
  return (socket: Socket) => {
    const { localPort = 0 } = socket;
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      sent.get(localPort)?.push(bytes.toString());
      const answer = make(bytes.toString());
      if (answer !== null) socket.write(answer);
    });
  };
}

const rtsp = (text: string) => {
  const sequence = /^OPTIONS \S+ RTSP\/1\.0\r\nCSeq: (\d+)\r\n/.exec(text)?.[1];
  return sequence ? `RTSP/1.0 401 Unauthorized\r\nCSeq: ${sequence}\r\nPublic: OPTIONS, DESCRIBE\r\n\r\n` : "ERROR\n";
};
const http = (text: string) => (text.startsWith("HEAD /live?x=1 HTTP/1.1\r\n") ? "HTTP/1.1 200 OK\r\n\r\n" : "ERROR\n");

let ports: { rtsp: number; rtsps: number; https: number; other: number; silent: number; closed: number };
let organization: TestOrganization;
let ctx: Context;

beforeAll(async () => {
  const certificate = selfSignedCertificate();
  ports = {
    rtsp: await start(createServer(answering(rtsp))),
    rtsps: await start(createSecureServer(certificate, answering(rtsp))),
    https: await start(createSecureServer(certificate, answering(http))),
    other: await start(createServer(answering(() => "220 mail.example ESMTP\r\n"))),
    silent: await start(createServer(answering(() => null))),
    closed: await start(createServer()),
  };
  await new Promise((closed) => servers.pop()?.close(closed));
});

afterAll(() => Promise.all(servers.map((server) => new Promise((closed) => server.close(closed)))));

beforeEach(async () => {
  organization = await createTestOrganization();
  ctx = await organization.context();
  for (const list of sent.values()) list.length = 0;
});

const stranger = async () => [];
const probe = (options: ProbeOptions = {}) =>
  probeCameras({
    allow: LOOPBACK,
    resolve: stranger,
    timeoutMs: TIMEOUT_MS,
    organizationId: organization.id,
    ...options,
  });
const newCamera = (stream_url: string) => addCamera(ctx, cameraCreateSchema.parse({ name: "Camera", stream_url }));
const evidence = async (id: string) => (await readCameraStatus(ctx, id)).probe;

describe("the probe", () => {
  it("sends RTSP OPTIONS, plain or over TLS, and HTTPS HEAD without credentials", async () => {
    const streams = [
      `rtsp://user:secret@127.0.0.1:${ports.rtsp}/live?x=1`,
      `rtsps://user:secret@127.0.0.1:${ports.rtsps}/live?x=1`,
      `https://user:secret@127.0.0.1:${ports.https}/live?x=1`,
    ];
    const cameras = await Promise.all(streams.map(newCamera));
    const before = await readCameraStatus(ctx, cameras[0]?.id ?? "");
    expect(await probe()).toBe(3);
    for (const { id } of cameras) {
      expect(await evidence(id)).toEqual({ result: "reachable", checked_at: expect.stringMatching(/Z$/) });
    }
    const { probe: _probe, checked_at: _now, ...rest } = await readCameraStatus(ctx, cameras[0]?.id ?? "");
    expect(before).toMatchObject(rest);
    expect(sent.get(ports.rtsp)).toEqual([
      expect.stringMatching(/^OPTIONS rtsp:\/\/127\.0\.0\.1:\d+\/live\?x=1 RTSP\/1\.0\r\n/),
    ]);
    expect(JSON.stringify([...sent.values()])).not.toMatch(/secret|user:|Authorization/);
  });

  it.each(["other", "silent", "closed"] as const)("reports a server as unreachable: %s", async (kind) => {
    const { id } = await newCamera(`rtsp://127.0.0.1:${ports[kind]}/live`);
    expect(await probe()).toBe(1);
    expect(await evidence(id)).toMatchObject({ result: "unreachable" });
  });

  it.each([
    ["a literal address outside", "127.0.0.1", ["10.0.0.0/8"], []],
    ["a literal IPv6 address outside", "[::1]", LOOPBACK, []],
    ["a name with an address outside among those inside", "camera.example", LOOPBACK, ["127.0.0.1", "10.0.0.1"]],
    ["a name with an IPv6 address outside", "camera.example", LOOPBACK, ["127.0.0.1", "::1"]],
    ["a name without any address", "camera.example", LOOPBACK, []],
    ["a name whose address has a zone", "camera.example", ["fe80::/10"], ["fe80::1%lo"]],
    ["an IPv4 address in IPv6 form, whatever IPv6 ranges are inside", "[::ffff:7f00:1]", ["::/0"], []],
    ["an IPv4 address in IPv6 form outside", "[::ffff:127.0.0.1]", ["10.0.0.0/8", "fd00::/8"], []],
    ["a number that a resolver takes for an address", "2130706433", ["10.0.0.0/8"], ["127.0.0.1"]],
  ])("never contacts %s", async (_, host, allow, addresses) => {
    const { id } = await newCamera(`rtsp://${host}:${ports.rtsp}/live`);
    expect(await probe({ allow, resolve: async () => addresses })).toBe(0);
    expect(await evidence(id)).toBeNull();
    expect(sent.get(ports.rtsp)).toEqual([]);
  });

  it("contacts only the address that it checked", async () => {
    const { id } = await newCamera(`rtsp://rebinding.example:${ports.rtsp}/live`);
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    expect(await probe({ resolve: async () => answers.shift() ?? [] })).toBe(1);
    expect(answers).toEqual([["10.0.0.1"]]);
    expect(await evidence(id)).toMatchObject({ result: "reachable" });
    expect(sent.get(ports.rtsp)).toHaveLength(1);
  });

  it("gives up when the resolver hangs or fails", async () => {
    const { id } = await newCamera("rtsp://slow.example/live");
    expect(await probe({ resolve: () => new Promise(() => {}) })).toBe(0);
    await database().sql`update cameras set probe_due_at = null where organization_id = ${organization.id}`;
    expect(await probe({ resolve: () => Promise.reject(new Error("ENOTFOUND")) })).toBe(0);
    expect(await evidence(id)).toBeNull();
  });

  it("contacts nothing without an allowlist", async () => {
    await newCamera(`rtsp://127.0.0.1:${ports.rtsp}/live`);
    expect(await probe({ allow: [] })).toBe(0);
    expect(sent.get(ports.rtsp)).toEqual([]);
  });

  it("contacts each active camera once, even when several probes run concurrently", async () => {
    const url = `rtsp://127.0.0.1:${ports.rtsp}/live`;
    const cameras = await Promise.all(Array.from({ length: 30 }, () => newCamera(url)));
    await markCameraArchived(ctx, cameras[0]?.id ?? "", null);
    await changeCamera(ctx, cameras[1]?.id ?? "", { enabled: false }, null);
    const contacted = await Promise.all([probe(), probe(), probe(), probe()]);
    expect(contacted.reduce((sum, n) => sum + n)).toBe(28);
    expect(sent.get(ports.rtsp)).toHaveLength(28);
    expect(await probe()).toBe(0);
  });

  it("discards the result when a camera's URL changes", async () => {
    const { id } = await newCamera(`rtsp://127.0.0.1:${ports.rtsp}/live`);
    await probe();
    await changeCamera(ctx, id, { stream_url: `rtsp://127.0.0.1:${ports.closed}/live` }, null);
    expect(await evidence(id)).toBeNull();
    expect(await probe()).toBe(1);
    expect(await evidence(id)).toMatchObject({ result: "unreachable" });
  });
});
