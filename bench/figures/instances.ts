import { Redis } from "ioredis";
import { redisBinary, startRedis } from "@/e2e/fixtures/redis";
import { freePort } from "@/e2e/fixtures/servers";
import type { Driven } from "../driver";
import { atMost, type Figure, type Row } from "../figure";
import type { Subject } from "../lab";
import type { PacedLoad } from "../paced-driver";
import { ask, cpuSeconds } from "../processes";
import { postgresDuring } from "../rounds";
import { medianKnown } from "../statistics";
import { bodiesOf, sizeNote, sizeOf, someAlerts } from "./requests";

/** Creates a second of one instance; far from the most that it can do, since CPU per create is asked and not speed. */
const PER_SECOND = 400;

interface Cost {
  servers: number | null;
  postgres: number | null;
  redis: number | null;
  p95: number;
  failures: number;
}

interface Setting {
  name: string;
  instances: Subject[];
  perSecond: number;
  turns: Cost[];
}

async function redisCpu(redis: Redis): Promise<number> {
  const info = await redis.info("cpu");
  return ["used_cpu_sys", "used_cpu_user"].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(info)?.[1]),
    0,
  );
}

const sumKnown = (values: (number | null)[]) =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);

export const instances: Figure = {
  id: "p9",
  title: "CPU of 10,000 creates: two instances with Redis against one alone",
  skip: () => (redisBinary ? null : "needs redis-server or valkey-server on the PATH"),
  run: async (lab) => {
    const dataset = await lab.dataset(sizeOf(lab));
    const redis = await startRedis(await freePort());
    lab.atClose(() => redis.kill());
    const client = new Redis(redis.url);
    lab.atClose(async () => client.disconnect());
    // Recurring work is done once for all instances, whoever does it, and is no part of a create.
    const alone = await lab.startServer(dataset, { env: { WORKER: "off" } });
    const shared = { env: { WORKER: "off", REDIS_URL: redis.url } };
    const two = [await lab.startServer(dataset, shared), await lab.startServer(dataset, shared)];
    const settings: Setting[] = [
      { name: `one alone, ${PER_SECOND}/s`, instances: [alone], perSecond: PER_SECOND, turns: [] },
      { name: `two, each ${PER_SECOND}/s`, instances: two, perSecond: 2 * PER_SECOND, turns: [] },
      { name: `two, each ${PER_SECOND / 2}/s`, instances: two, perSecond: PER_SECOND, turns: [] },
    ];

    async function turn({ instances, perSecond }: Setting, seconds: number): Promise<Cost> {
      const load: PacedLoad = {
        urls: instances.map(({ url }) => `${url}/api/v1/alerts`),
        headers: dataset.headers,
        bodies: bodiesOf(someAlerts(dataset, "externalId")),
        perSecond,
        seconds,
      };
      const serverSeconds = () => sumKnown(instances.map(({ pid }) => cpuSeconds(pid)));
      const [before, redisBefore] = [serverSeconds(), await redisCpu(client)];
      const driver = { args: ["--import", "tsx", "bench/paced-driver.ts"], cores: "rest" } as const;
      const { result, postgresCpu } = await postgresDuring(lab, () => ask<Driven>(driver, load));
      const per = (used: number | null) => (used === null ? null : (used / result.requests) * 10_000);
      const after = serverSeconds();
      return {
        servers: per(after === null || before === null ? null : after - before),
        postgres: per(postgresCpu),
        redis: per((await redisCpu(client)) - redisBefore),
        p95: result.p95,
        failures: result.failures,
      };
    }

    const seconds = lab.settings.isQuick ? 3 : 8;
    for (const setting of settings) await turn(setting, lab.settings.warmupSeconds);
    for (let round = 0; round < lab.settings.rounds; round += 1) {
      for (const setting of settings) setting.turns.push(await turn(setting, seconds));
    }
    await Promise.all([alone, ...two].map((server) => server.stop()));

    const cost = ({ turns }: Setting, of: "servers" | "postgres" | "redis") => medianKnown(turns.map((one) => one[of]));
    const total = ({ turns }: Setting) =>
      medianKnown(turns.map(({ servers, postgres, redis }) => sumKnown([servers, postgres, redis])));
    const [base, ...others] = settings.map(total);
    const times = (other: number | null | undefined) => (base && other ? other / base : null);
    return {
      goals: [
        atMost(1.15, "×", "CPU of one alone, each instance with the same load as it", times(others[0])),
        atMost(1.15, "×", "CPU of one alone, its load split between two", times(others[1])),
      ],
      rows: settings.map(
        (setting): Row => ({
          "": setting.name,
          "servers CPU s/10k": cost(setting, "servers"),
          "PostgreSQL CPU s/10k": cost(setting, "postgres"),
          "Redis CPU s/10k": setting.instances === two ? cost(setting, "redis") : null,
          together: total(setting),
          "p95 ms": medianKnown(setting.turns.map(({ p95 }) => p95)),
          failures: setting.turns.reduce((sum, { failures }) => sum + failures, 0),
        }),
      ),
      failures: settings.flatMap(({ turns }) => turns).reduce((sum, { failures }) => sum + failures, 0),
      notes: [
        sizeNote(dataset),
        "An even rate, whatever the replies take, so that CPU is compared and not speed. The share of grouped creates falls with the load of an instance.",
      ],
    };
  },
};
