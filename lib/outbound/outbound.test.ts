import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createOutboundClient } from "./client";
import { createPolicy } from "./policy";
import type { ResolvedAddress } from "./resolve";
import { describeUrlFault } from "./urls";

/** Ranges that must never be reached (IANA special-purpose registries, multicast and unassigned IPv6). */
const forbiddenRanges = [
  ["0.0.0.0", "0.0.0.1", "0.255.255.255", "168.63.129.16"],
  ["10.0.0.0", "10.0.0.1", "10.96.0.1", "10.255.255.255"],
  ["100.64.0.0", "100.64.0.1", "100.100.100.200", "100.127.255.255"],
  ["127.0.0.0", "127.0.0.1", "127.0.0.53", "127.1.2.3", "127.255.255.255"],
  ["169.254.0.0", "169.254.0.1", "169.254.169.254", "169.254.170.2", "169.254.255.255"],
  ["172.16.0.0", "172.16.0.1", "172.17.0.1", "172.20.10.1", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.1", "192.0.0.8", "192.0.0.170", "192.0.0.192", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.1", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.1", "192.88.99.255"],
  ["192.168.0.0", "192.168.0.1", "192.168.1.1", "192.168.255.255"],
  ["198.18.0.0", "198.18.0.1", "198.19.0.1", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.1", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.1", "203.0.113.255"],
  ["224.0.0.0", "224.0.0.1", "224.0.0.251", "232.0.0.1", "239.255.255.250", "239.255.255.255"],
  ["240.0.0.0", "240.0.0.1", "250.1.2.3", "255.255.255.254", "255.255.255.255"],
  ["::", "::1", "::2", "::7f00:1", "::a9fe:a9fe", "::ffff:0:0", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:a00:1"],
  ["::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::ffff:c0a8:101", "::ffff:0:7f00:1", "::ffff:8.8.8.8"],
  ["64:ff9b::", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::808:808", "64:ff9b:1::1"],
  ["100::", "100::1", "100:0:0:1::1", "200::1", "400::1", "1000::1", "1fff:ffff::1"],
  ["2001::", "2001::1", "2001:0:7f00:1::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::", "2001:db8::1"],
  ["2001:db8:ffff::1", "2001:db8::7f00:1", "2002::", "2002:7f00:1::1", "2002:a00:1::1", "2002:c0a8:101::1"],
  ["2002:a9fe:a9fe::1", "2002:808:808::1"],
  ["4000::1", "5f00::1", "6000::1", "8000::1", "a000::1", "c000::1", "e000::1", "f000::1", "f800::1"],
  ["fc00::", "fc00::1", "fd00::1", "fd00:ec2::254", "fd12:3456:789a::1", "fdff:ffff::1"],
  ["fe80::", "fe80::1", "fe80::a9fe:a9fe", "febf::1", "fec0::1", "feff::1"],
  ["ff00::", "ff01::1", "ff02::1", "ff02::fb", "ff05::1:3", "ff0e::1", "ffff::1"],
].flat();

const octets = (address: string) => address.split(".").map(Number);
const toNumber = (address: string) => octets(address).reduce((sum, octet) => sum * 256 + octet, 0);
const circled = "⓪①②③④⑤⑥⑦⑧⑨";
const inDigits = (address: string, digits: string) =>
  address.replace(/\d/g, (digit) => [...digits][Number(digit)] ?? "");

/** Returns the notations of an IPv4 address that URL parsers accept (WHATWG URL, "IPv4 parser"). */
function notationsOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = octets(address);
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  return [
    String(toNumber(address)),
    hex(toNumber(address)),
    octal(toNumber(address)),
    [a, b, c, d].map(hex).join("."),
    [a, b, c, d].map(octal).join("."),
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${address}.`,
    inDigits(address, circled),
    inDigits(address, "０１２３４５６７８９"),
    address.replaceAll(".", "。"),
    address.replaceAll(".", "．"),
    `%${a.toString().charCodeAt(0).toString(16)}${a.toString().slice(1)}.${b}.${c}.${d}`,
  ];
}

const literals = [
  ...forbiddenRanges.map((address) => (address.includes(":") ? `[${address}]` : address)),
  ...[
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "192.168.1.1",
    "172.16.0.1",
    "100.64.0.1",
    "224.0.0.1",
    "0.0.0.0",
  ].flatMap(notationsOf),
  ...["0", "127.1", "127.0.1", "[0:0:0:0:0:0:0:1]", "[0000::1]", "[::FFFF:127.0.0.1]", "[::127.0.0.1]"],
];
const names = [
  ...["localhost", "localhost.", "LOCALHOST", "a.localhost", "printer.local", "metadata.google.internal", "router.lan"],
  ...["nas.home.arpa", "intranet", "db", "host.test", "x.invalid", "x.onion", "x.intranet"],
];
const urls = [
  ...["https://example.com/", "https://hooks.example.org/", "https://hooks.example/"],
  ...[
    "http://93.184.215.14/",
    "ftp://partner.dev/",
    "file:///etc/passwd",
    "gopher://partner.dev/",
    "javascript:alert(1)",
  ],
  ...[
    "https://user@partner.dev/",
    "https://user:password@partner.dev/",
    "https://:password@partner.dev/",
    "//partner.dev",
  ],
  ...[22, 25, 53, 110, 143, 465, 587, 993, 3306, 5432, 6379, 9200, 11211, 27017].map(
    (port) => `https://partner.dev:${port}/`,
  ),
  ...["", "partner.dev", "https://", "https://exa mple.com/", `https://partner.dev/${"a".repeat(2_048)}`],
];

const policy = createPolicy([]);
const resolveTo = (...lists: string[][]) => {
  let count = 0;
  return async (): Promise<ResolvedAddress[]> =>
    (lists[Math.min(count++, lists.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
};
const send = { method: "POST", headers: {}, body: "{}", timeoutMs: 2_000 } as const;

async function startServer(answer: Parameters<typeof createServer>[1]) {
  let connections = 0;
  const server = createServer(answer).on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe("addresses of outgoing requests", () => {
  it("include at least 300 forbidden ones in this test", () => {
    expect(new Set([...literals, ...names, ...urls, ...forbiddenRanges]).size).toBeGreaterThan(300);
  });

  it("are rejected for every notation of a forbidden address, when saved and when sent", async () => {
    const client = createOutboundClient({ policy });
    for (const host of literals) {
      const url = `https://${host}/hook`;
      expect([host, describeUrlFault(url, policy)]).toEqual([host, expect.any(String)]);
      expect([host, await client.send({ ...send, url })]).toEqual([host, { fault: "blocked_address", ms: 0 }]);
    }
    await client.close();
  });

  it("are rejected for internal names, other schemes, credentials and ports of other protocols", () => {
    const accepted = [...names.map((name) => `https://${name}/`), ...urls].filter(
      (url) => describeUrlFault(url, policy) === null,
    );
    expect(accepted).toEqual([]);
  });

  it("are rejected when a name resolves to any forbidden address", async () => {
    for (const address of forbiddenRanges) {
      const mixed = createOutboundClient({ policy, resolve: resolveTo(["93.184.215.14", address]) });
      const only = createOutboundClient({ policy, resolve: resolveTo([address]) });
      for (const client of [mixed, only]) {
        expect([address, await client.findFault("https://hooks.partner.dev/")]).toEqual([address, expect.any(String)]);
        const outcome = await client.send({ ...send, url: "https://hooks.partner.dev/" });
        expect([address, outcome]).toMatchObject([address, { fault: "blocked_address" }]);
        await client.close();
      }
    }
  });

  it("accept public addresses and names", async () => {
    const addresses = ["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.15.255.255", "172.32.0.0", "100.63.255.255"];
    expect([...addresses, "2606:4700:4700::1111", "2a00:1450:4001::200e"].filter((a) => !policy.allows(a))).toEqual([]);
    const client = createOutboundClient({ policy, resolve: resolveTo(["93.184.215.14", "2606:4700::1"]) });
    for (const url of ["https://hooks.partner.dev/", "https://hooks.partner.dev:8443/a?b=c", "https://1.1.1.1/"]) {
      expect([url, await client.findFault(url)]).toEqual([url, null]);
    }
    await client.close();
  });

  it("are checked again when connecting, if a name resolved to a public address when it was saved", async () => {
    const server = await startServer((_, response) => response.end());
    const resolve = resolveTo(["93.184.215.14"], ["127.0.0.1"]);
    // Plain HTTP is allowed here so that a connection to the server would succeed.
    const client = createOutboundClient({ policy: { ...policy, allowsInternal: true }, resolve });
    const url = `http://rebind.partner.dev:${server.port}/`;
    expect(await client.findFault(url)).toBeNull();
    expect(await client.send({ ...send, url })).toMatchObject({ fault: "blocked_address" });
    expect(server.connections()).toBe(0);
    await client.close();
    server.close();
  });
});

describe("outgoing requests", () => {
  const allowed = createPolicy(["127.0.0.0/8"]);

  it("return status, Retry-After and text without following redirects", async () => {
    const server = await startServer((request, response) => {
      if (request.url === "/loop") response.writeHead(302, { Location: "/loop" }).end();
      else response.writeHead(429, { "Retry-After": "7" }).end(`${request.method} ${request.headers.host}`);
    });
    const client = createOutboundClient({ policy: allowed, resolve: resolveTo(["127.0.0.1"]) });
    const host = `hooks.partner.dev:${server.port}`;
    expect(await client.send({ ...send, url: `http://${host}/` })).toMatchObject({
      status: 429,
      retryAfter: "7",
      text: `POST ${host}`,
    });
    expect(await client.send({ ...send, url: `http://${host}/loop` })).toMatchObject({ status: 302 });
    await client.close();
    server.close();
  });

  it("stop reading after 16 KB, and end a hanging or slow reply at the timeout", async () => {
    const server = await startServer((request, response) => {
      if (request.url === "/hang") return;
      const chunk = request.url === "/drip" ? "a" : "a".repeat(65_536);
      response.writeHead(200);
      const timer = setInterval(() => response.write(chunk), 5);
      response.on("close", () => clearInterval(timer));
    });
    const client = createOutboundClient({ policy: allowed });
    const outcomes = await Promise.all(
      ["endless", "hang", "drip"].map((path) =>
        client.send({ ...send, url: `http://127.0.0.1:${server.port}/${path}`, timeoutMs: 500 }),
      ),
    );
    expect(outcomes).toMatchObject([{ status: 200, text: "a".repeat(16_384) }, { fault: "timeout" }, { status: 200 }]);
    await client.close();
    server.close();
  });

  it("report why there was no reply", async () => {
    const server = await startServer((request, response) => {
      if (request.url === "/headers") response.writeHead(200, { A: "a".repeat(40_000) }).end();
      else request.socket.destroy();
    });
    const failing = async (): Promise<ResolvedAddress[]> => {
      throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    };
    const closed = await startServer(() => {});
    closed.close();
    const client = createOutboundClient({ policy: allowed });
    const unnamed = createOutboundClient({ policy: allowed, resolve: failing });
    const faults = await Promise.all([
      client.send({ ...send, url: `http://127.0.0.1:${server.port}/headers` }),
      client.send({ ...send, url: `http://127.0.0.1:${server.port}/cut` }),
      client.send({ ...send, url: `https://127.0.0.1:${server.port}/` }),
      client.send({ ...send, url: `http://127.0.0.1:${closed.port}/` }),
      unnamed.send({ ...send, url: "https://hooks.partner.dev/" }),
    ]);
    expect(faults.map((outcome) => ("fault" in outcome ? outcome.fault : outcome.status))).toEqual([
      "invalid_reply",
      "connection_closed",
      "tls_error",
      "connection_refused",
      "name_not_found",
    ]);
    await Promise.all([client.close(), unnamed.close()]);
    server.close();
  });
});
