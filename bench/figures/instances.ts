import { Redis } from "ioredis";
import { redisBinary, startRedis } from "@/e2e/fixtures/redis";
import { freePort } from "@/e2e/fixtures/servers";
import type { DriverResult } from "../driver";
import { atMost, type Figure, type Row } from "../figure";
import type { Subject } from "../lab";
import type { PacedLoad } from "../paced-driver";
import { cpuSeconds, runProgram } from "../processes";
import { postgresDuring } from "../rounds";
import { medianKnown } from "../statistics";
import { datasetSize, describeDatasetSize, someAlerts, toBodies } from "./requests";

/** Creates per second and instance. They are far below the maximum, because the figure measures CPU per create. */
const RATES = [400, 200] as const;

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
    const dataset = await lab.dataset(datasetSize(lab));
    const redis = await startRedis(await freePort());
    lab.atClose(() => redis.kill());
    const client = new Redis(redis.url);
    lab.atClose(async () => client.disconnect());
    // The worker is off, because recurring jobs run once for all instances and aren't part of a create.
    const alone = await lab.startServer(dataset, { env: { WORKER: "off" } });
    const shared = { env: { WORKER: "off", REDIS_URL: redis.url } };
    const two = [await lab.startServer(dataset, shared), await lab.startServer(dataset, shared)];
    const settings = RATES.flatMap((rate): Setting[] => [
      { name: `one alone, ${rate}/s`, instances: [alone], perSecond: rate, turns: [] },
      { name: `two, each ${rate}/s`, instances: two, perSecond: 2 * rate, turns: [] },
    ]);

    async function turn({ instances, perSecond }: Setting, seconds: number): Promise<Cost> {
      const load: PacedLoad = {
        urls: instances.map(({ url }) => `${url}/api/v1/alerts`),
        headers: dataset.headers,
        bodies: toBodies(someAlerts(dataset, "externalId")),
        perSecond,
        seconds,
      };
      const serverSeconds = () => sumKnown(instances.map(({ pid }) => cpuSeconds(pid)));
      const [before, redisBefore] = [serverSeconds(), await redisCpu(client)];
      const driver = { args: ["--import", "tsx", "bench/paced-driver.ts"], cores: "rest" } as const;
      const { result, postgresCpu } = await postgresDuring(lab, () => runProgram<DriverResult>(driver, load));
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
    const [alone400, two400, alone200, two200] = settings.map(total);
    const times = (other: number | null | undefined, one: number | null | undefined) =>
      one && other ? other / one : null;
    return {
      goals: [
        atMost(1.15, "×", `CPU of one alone, ${RATES[0]} creates/s each`, times(two400, alone400)),
        atMost(1.15, "×", `CPU of one alone, ${RATES[1]} creates/s each`, times(two200, alone200)),
      ],
      rows: settings.map(
        (setting): Row => ({
          name: setting.name,
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
        describeDatasetSize(dataset),
        "An even rate, whatever the replies take, so that CPU is compared and not speed.",
        `The load of one alone split between two: ${times(two200, alone400)?.toFixed(2) ?? "–"} ×. That is not coordination: each instance then groups fewer creates, as one alone does with half the load.`,
      ],
    };
  },
};
