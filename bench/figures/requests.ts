import { atLeast, atMost, type Figure } from "../figure";
import type { Dataset, Lab, Subject } from "../lab";
import type { ReferenceAlertInput } from "../references/alerts";
import { bareSql, type ContestantResult, failuresOf, overHttp, takeTurns, toRow } from "../rounds";
import { addEndpoints } from "../webhooks";

const CONNECTIONS = 32;
const WEBHOOKS = 20;
/** Returns the number of alerts in the database, over all organizations. */
export const datasetSize = ({ settings }: Lab) => (settings.isQuick ? 200_000 : 1_000_000);

/**
 * Returns alerts to create, with slightly different content. `cameraOf` selects whether cameras are identified by
 * UUID or by external ID.
 */
export function someAlerts({ someCameras, useCases }: Dataset, cameraOf: "uuid" | "externalId"): ReferenceAlertInput[] {
  const names = [useCases.frequent, useCases.medium];
  return someCameras.map((camera, n) => ({
    camera_id: camera[cameraOf],
    use_case: names[n % names.length] ?? "",
    status: "open",
    severity: n % 3 === 0 ? "high" : "medium",
    title: `Person at gate ${n}`,
    metadata: { zone: `gate-${n}`, model: "v4", score: 0.91 },
  }));
}

export const toBodies = (alerts: readonly object[]) => alerts.map((alert) => JSON.stringify(alert));

/** Starts our server and both references on a database, calls `work`, and then stops them. */
async function withContestants<T>(
  lab: Lab,
  dataset: Dataset,
  work: (servers: { ours: Subject; fastify: Subject; next: Subject }) => Promise<T>,
): Promise<T> {
  const servers = {
    ours: await lab.startServer(dataset),
    fastify: await lab.startReference("fastify", dataset),
    next: await lab.startReference("next", dataset),
  };
  try {
    await assertAlike(servers.ours, dataset, [servers.fastify, servers.next]);
    return await work(servers);
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

export const describeDatasetSize = ({ rows }: Dataset) =>
  `${rows.toLocaleString("en")} alerts in the database, half of them the organization's.`;

/**
 * Throws unless all contestants return the same number of alerts with the same fields. Otherwise, comparing them
 * would be meaningless.
 */
async function assertAlike(ours: Subject, { headers }: Dataset, references: Subject[]): Promise<void> {
  const shapeOf = async (url: string, given?: Dataset["headers"]) => {
    const { data } = (await (await fetch(url, given && { headers: given })).json()) as { data: object[] };
    return `${data.length} of ${Object.keys(data[0] ?? {}).toSorted()}`;
  };
  const expected = await shapeOf(`${ours.url}/api/v1/alerts`, headers);
  for (const { url } of references) {
    const shape = await shapeOf(`${url}/alerts`);
    if (shape !== expected) throw new Error(`A reference answers ${shape} instead of ${expected}`);
  }
}

const times = (
  ours: ContestantResult | undefined,
  other: ContestantResult | undefined,
  of: "requestsPerSecond" | "p50" | "p99",
) => (ours && other ? ours[of] / other[of] : null);

export const firstPage: Figure = {
  id: "p1",
  title: "GET /alerts, first page of 50 of 1 million alerts, 32 connections",
  run: async (lab) => {
    const dataset = await lab.dataset(datasetSize(lab));
    return withContestants(lab, dataset, async ({ ours, fastify, next }) => {
      const load = { connections: CONNECTIONS };
      const standings = await takeTurns(lab, [
        overHttp(lab, "Sightline", ours, { ...load, url: `${ours.url}/api/v1/alerts`, headers: dataset.headers }),
        overHttp(lab, "Fastify + postgres.js", fastify, { ...load, url: `${fastify.url}/alerts` }),
        overHttp(lab, "bare Next route handler", next, { ...load, url: `${next.url}/alerts` }),
        bareSql(lab, dataset, { inputs: null, concurrency: CONNECTIONS }),
      ]);
      const [us, them, bare] = standings;
      return {
        goals: [
          atLeast(1, "×", "requests/s of Fastify + postgres.js", times(us, them, "requestsPerSecond")),
          atLeast(2.5, "×", "requests/s of a bare Next route handler", times(us, bare, "requestsPerSecond")),
        ],
        rows: standings.map(toRow),
        failures: failuresOf(standings),
        notes: [describeDatasetSize(dataset)],
      };
    });
  },
};

const createsOf = (lab: Lab, dataset: Dataset, ours: Subject, connections: number, name: string) =>
  overHttp(lab, name, ours, {
    method: "POST",
    connections,
    url: `${ours.url}/api/v1/alerts`,
    headers: dataset.headers,
    bodies: toBodies(someAlerts(dataset, "externalId")),
  });

/**
 * Measures creates with and without webhooks that get every alert. First, no process delivers, which shows what the
 * webhooks add to a request. Then the same process delivers, and shares its processor and the database's.
 */
async function measureWithWebhooks(lab: Lab, dataset: Dataset) {
  const { rounds, seconds, warmupSeconds } = lab.settings;
  const creates = (ours: Subject, name: string) => createsOf(lab, dataset, ours, CONNECTIONS, name);
  const withJobs = await lab.startServer(dataset);
  const endpoints = await addEndpoints(WEBHOOKS, withJobs, dataset);
  const delivering = await takeTurns(lab, [
    endpoints.when(true, creates(withJobs, `${WEBHOOKS} webhooks, and their deliveries`)),
  ]);
  await withJobs.stop();
  const perSecond = Math.round(endpoints.received() / (warmupSeconds + rounds * seconds));
  endpoints.stop();
  const ours = await lab.startServer(dataset, { env: { WORKER: "off" } });
  const standings = await takeTurns(lab, [
    endpoints.when(false, creates(ours, "no webhooks")),
    endpoints.when(true, creates(ours, `${WEBHOOKS} webhooks`)),
  ]);
  await ours.stop();
  return {
    ratio: times(standings[1], standings[0], "requestsPerSecond"),
    standings: [...standings, ...delivering],
    notes: [`During the creates, the same process made ${perSecond} deliveries a second.`],
  };
}

export const createOne: Figure = {
  id: "p2",
  title: "POST /alerts, one alert a request, 32 connections and 1",
  run: async (lab) => {
    const dataset = await lab.dataset(datasetSize(lab));
    const given = someAlerts(dataset, "uuid");
    const { many, alone } = await withContestants(lab, dataset, async ({ ours, fastify, next }) => {
      const post = (connections: number) => ({ method: "POST", bodies: toBodies(given), connections }) as const;
      const us = (connections: number, name: string) => createsOf(lab, dataset, ours, connections, name);
      const many = await takeTurns(lab, [
        us(CONNECTIONS, "Sightline"),
        overHttp(lab, "Fastify + postgres.js", fastify, { ...post(CONNECTIONS), url: `${fastify.url}/alerts` }),
        overHttp(lab, "bare Next route handler", next, { ...post(CONNECTIONS), url: `${next.url}/alerts` }),
        bareSql(lab, dataset, { inputs: given, concurrency: CONNECTIONS }),
      ]);
      const alone = await takeTurns(lab, [
        us(1, "1 connection: Sightline"),
        overHttp(lab, "1 connection: Fastify", fastify, { ...post(1), url: `${fastify.url}/alerts` }),
      ]);
      return { many, alone };
    });
    const { ratio, standings, notes } = await measureWithWebhooks(lab, dataset);
    const all = [...many, ...alone, ...standings];
    return {
      goals: [
        atLeast(2, "×", "requests/s of Fastify + postgres.js", times(many[0], many[1], "requestsPerSecond")),
        atLeast(4.5, "×", "requests/s of a bare Next route handler", times(many[0], many[2], "requestsPerSecond")),
        atMost(1.5, "×", "p99 of Fastify", times(many[0], many[1], "p99")),
        atMost(1.3, "×", "p50 of Fastify at 1 connection", times(alone[0], alone[1], "p50")),
        atLeast(0.95, "×", `requests/s without webhooks, with ${WEBHOOKS}`, ratio),
      ],
      rows: all.map(toRow),
      failures: failuresOf(all),
      notes: [describeDatasetSize(dataset), ...notes],
    };
  },
};
