import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiReply, send } from "@/e2e/fixtures/api";
import { startApiServer } from "@/e2e/fixtures/api-server";
import { createTestOrganization } from "@/e2e/fixtures/organization";
import { redisBinary, startRedis, type TestRedis } from "@/e2e/fixtures/redis";
import { freePort, type TestServer } from "@/e2e/fixtures/servers";
import { ADDRESS_PER_MIN } from "@/lib/limits";

const KEY_QUOTA = 100;
const ORGANIZATION_QUOTA = 150;
const settings = { RATE_LIMIT_KEY: String(6 * KEY_QUOTA), RATE_LIMIT_ORGANIZATION: String(6 * ORGANIZATION_QUOTA) };
const FULL = process.env.SIGHTLINE_FULL === "1";
const WINDOWS = FULL ? 4 : 2;

const left = (reply: ApiReply, policy = "key") =>
  Number(new RegExp(`"${policy}";r=(\\d+)`).exec(reply.headers.get("ratelimit") ?? "")?.[1]);
const isAdmitted = ({ status }: ApiReply) => status === 200;

/** Sends this many concurrent requests, distributed evenly over the servers. */
const burst = (servers: TestServer[], count: number, headers: Record<string, string>) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => send(servers[n % servers.length]?.url ?? "", "/me", { headers })),
  );

/** Sends bursts of requests until this many rate limit windows are exhausted. Returns all replies. */
async function flood(servers: TestServer[], headers: Record<string, string>, windows = WINDOWS): Promise<ApiReply[]> {
  const replies: ApiReply[] = [];
  const usedUp = () => replies.filter((reply) => isAdmitted(reply) && left(reply) === 0).length;
  while (usedUp() < windows) {
    replies.push(...(await burst(servers, 60, headers)));
    await sleep(400);
  }
  return replies;
}

function expectExactWindows(replies: ApiReply[]): void {
  const admitted = replies.filter(isAdmitted);
  const perNumberLeft = Array.from({ length: KEY_QUOTA }, (_, n) => admitted.filter((r) => left(r) === n).length);
  // On a slow machine, the last burst can continue in another window. Its replies have the highest remaining
  // counts.
  const further = admitted.length - WINDOWS * KEY_QUOTA;
  expect(further).toBeLessThan(KEY_QUOTA);
  const windowsOf = (n: number) => (n < KEY_QUOTA - further ? WINDOWS : WINDOWS + 1);
  expect(perNumberLeft).toEqual(Array.from({ length: KEY_QUOTA }, (_, n) => windowsOf(n)));
  expect(replies.length).toBeGreaterThanOrEqual(2 * admitted.length);
  for (const refused of replies.filter((reply) => !isAdmitted(reply))) {
    expect(refused).toMatchObject({ status: 429, json: { code: "rate_limited" } });
    expect(left(refused)).toBe(0);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
  }
}

describe("rate limits on one instance", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApiServer(settings);
  });
  afterAll(() => server.stop());

  it(`allow exactly the limit in each of ${WINDOWS} windows under heavy load`, { timeout: 60_000 }, async () => {
    const organization = await createTestOrganization();
    expectExactWindows(await flood([server], await organization.bearer()));
  });

  it("apply to a person the same as to a key", async () => {
    const { headers } = await (await createTestOrganization()).person("viewer");
    const replies = await burst([server], 130, headers);
    expect(replies.filter(isAdmitted)).toHaveLength(KEY_QUOTA);
    expect(replies[0]?.headers.get("ratelimit-policy")).toMatch(/^"person";q=100;w=10, "organization";q=150;w=10$/);
  });

  it("count ten batch rows as one request and a rejected batch as one", async () => {
    const headers = await (await createTestOrganization()).bearer();
    const batch = (rows: number) =>
      send(server.url, "/alerts/batch", {
        method: "POST",
        headers,
        body: { alerts: Array.from({ length: rows }, () => ({})) },
      });
    const taken = await batch(500);
    expect([taken.status, left(taken)]).toEqual([200, 50]);
    const refused = await batch(600);
    expect([refused.status, left(refused), left(refused, "organization")]).toEqual([429, 49, 99]);
    const single = await send(server.url, "/me", { headers });
    expect([single.status, left(single)]).toEqual([200, 48]);
  });

  it("count failed requests and report the remaining quota on every response", async () => {
    const organization = await createTestOrganization();
    const headers = await organization.bearer(["cameras:read"]);
    const seen: number[] = [];
    const calls = [
      ["/me", 200],
      ["/alerts", 403],
      ["/cameras/nope", 404],
      ["/cameras?limit=0", 422],
      ["/cameras?cursor=x", 400],
    ] as const;
    for (const [path, status] of calls) {
      const reply = await send(server.url, path, { headers });
      expect(reply.status).toBe(status);
      seen.push(left(reply));
    }
    expect(seen).toEqual([99, 98, 97, 96, 95]);
  });
});

it("allows 1,200 requests a minute per key and 6,000 per organization by default", async () => {
  const server = await startApiServer({ RATE_LIMIT_KEY: "", RATE_LIMIT_ORGANIZATION: "" });
  try {
    const headers = await (await createTestOrganization()).bearer();
    const reply = await send(server.url, "/me", { headers });
    expect(reply.headers.get("ratelimit-policy")).toBe('"key";q=200;w=10, "organization";q=1000;w=10');
    expect(reply.json).toMatchObject({
      rate_limits: { credential: { per_minute: 1_200 }, organization: { per_minute: 6_000 } },
    });
  } finally {
    await server.stop();
  }
});

const where = redisBinary ? "" : " (skipped: neither redis-server nor valkey-server is on the PATH)";
describe.skipIf(!redisBinary)(`rate limits shared by several instances through Redis${where}`, () => {
  let redis: TestRedis;
  let port: number;
  let servers: TestServer[];

  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis(port);
    servers = await Promise.all([1, 2, 3].map(() => startApiServer({ ...settings, REDIS_URL: redis.url })));
  });
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.stop()));
    await redis?.kill();
  });

  /**
   * Returns how often an instance had to count requests locally. This happens on a busy machine when the shared
   * rate limits don't respond in time.
   */
  const absences = () => servers.flatMap((server) => server.log().match(/no shared rate limits/g) ?? []).length;

  it(`allow exactly the limit in each of ${WINDOWS} windows across two and three instances`, {
    timeout: 120_000,
  }, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const before = absences();
      const [two, three] = await Promise.all([createTestOrganization(), createTestOrganization()]);
      const replies = await Promise.all([
        flood(servers.slice(0, 2), await two.bearer()),
        flood(servers, await three.bearer()),
      ]);
      if (absences() > before && attempt < 4) continue;
      for (const list of replies) expectExactWindows(list);
      return;
    }
  });

  it("exclude a key's rejected requests from its organization's quota", async () => {
    const organization = await createTestOrganization();
    const [first, second] = [await organization.bearer(), await organization.bearer()];
    expect((await burst(servers, 300, first)).filter(isAdmitted)).toHaveLength(KEY_QUOTA);
    const replies = await burst(servers, 300, second);
    expect(replies.filter(isAdmitted)).toHaveLength(ORGANIZATION_QUOTA - KEY_QUOTA);
    expect(replies.filter((r) => !isAdmitted(r)).every((r) => left(r) === 50 && left(r, "organization") === 0)).toBe(
      true,
    );
  });

  it("include the quota remaining across all instances in GET /me", async () => {
    const headers = await (await createTestOrganization()).bearer();
    await burst(servers, 30, headers);
    const me = await send(servers[0]?.url ?? "", "/me", { headers });
    expect(me.json).toMatchObject({
      rate_limits: { credential: { limit: 100, remaining: 69 }, organization: { limit: 150, remaining: 119 } },
    });
  });

  it("count requests per IP address across instances", async () => {
    const most = ADDRESS_PER_MIN["password reset requests"];
    const ask = (n: number) => {
      const body = { email: `stranger-${n}@example.test` };
      return send(servers[n % servers.length]?.url ?? "", "/account/password-reset", { method: "POST", body });
    };
    const replies: ApiReply[] = [];
    for (let n = 0; n < most + 9; n += 10) {
      const some = Array.from({ length: Math.min(10, most + 9 - n) }, (_, k) => ask(n + k));
      replies.push(...(await Promise.all(some)));
    }
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(9);
    for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBeGreaterThan(10);
  });

  it("keep serving requests while Redis is down and share counts again when it returns", async () => {
    const headers = await (await createTestOrganization()).bearer();
    const running = flood(servers, headers, FULL ? 3 : 1).catch((error: Error) => error);
    await sleep(300);
    await redis.kill();
    const away = await (await createTestOrganization()).bearer();
    const during = await burst(servers, 3 * 150, away);
    expect(during.filter(isAdmitted)).toHaveLength(3 * KEY_QUOTA);
    redis = await startRedis(port);
    const isShared = async () => {
      const fresh = await (await createTestOrganization()).bearer();
      return (await burst(servers, 3 * 120, fresh)).filter(isAdmitted).length;
    };
    await expect.poll(isShared, { timeout: 20_000, interval: 500 }).toBe(KEY_QUOTA);
    const replies = await running;
    expect(replies).not.toBeInstanceOf(Error);
    if (Array.isArray(replies)) expect(replies.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  }, 60_000);
});
