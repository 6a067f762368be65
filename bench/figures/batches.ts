import type { DriverResult } from "../driver";
import { atLeast, type Figure, type Row } from "../figure";
import type { Dataset, Lab } from "../lab";
import { runProgram } from "../processes";
import type { ReferenceAlertInput } from "../references/alerts";
import type { CopyLoad } from "../references/copy";
import {
  type Contestant,
  type ContestantResult,
  failuresOf,
  overHttp,
  postgresDuring,
  takeTurns,
  toRow,
} from "../rounds";
import { datasetSize, describeDatasetSize, someAlerts } from "./requests";

const ROWS = 1_000;

function batchOf(dataset: Dataset, cameraOf: "uuid" | "externalId"): ReferenceAlertInput[] {
  const alerts = someAlerts(dataset, cameraOf);
  return Array.from({ length: ROWS }, (_, n) => alerts[n % alerts.length]).filter((alert) => alert !== undefined);
}

function byCopy(lab: Lab, dataset: Dataset, name: string, withEvents: boolean): Contestant {
  const env = { ...process.env, ...lab.referenceEnvironment(dataset) };
  const program = { args: ["--import", "tsx", "bench/references/copy.ts"], cores: "server", env } as const;
  return {
    name,
    run: async (seconds) => {
      const load: CopyLoad = { batch: batchOf(dataset, "uuid"), withEvents, seconds };
      const { result, postgresCpu } = await postgresDuring(lab, () => runProgram<DriverResult>(program, load));
      return { ...result, serverCpu: result.driverCpu, driverCpu: 0, postgresCpu };
    },
  };
}

/**
 * Sends one batch and throws unless all of its rows are stored. The driver can't check this, because a batch's
 * status is always 200.
 */
async function assertStored(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body,
  });
  const { succeeded } = (await response.json()) as { succeeded?: number };
  if (succeeded !== ROWS)
    throw new Error(`Of a batch of ${ROWS}, ${succeeded ?? 0} rows were stored (${response.status})`);
}

/** Converts a result to a table row. CPU is per 10,000 rows (ten batches), as in the other figures. */
const toBatchRow = (standing: ContestantResult): Row => {
  const { "requests/s": _requests, ...row } = toRow(standing);
  const { name, ...rest } = row;
  return { name: name ?? null, "rows/s": Math.round(standing.requestsPerSecond * ROWS), ...rest };
};

const perRow = (standing: ContestantResult): ContestantResult => ({
  ...standing,
  serverCpu: standing.serverCpu === null ? null : standing.serverCpu / ROWS,
  postgresCpu: standing.postgresCpu === null ? null : standing.postgresCpu / ROWS,
});

export const createBatch: Figure = {
  id: "p3",
  title: "POST /alerts/batch, 1,000 alerts, one batch at a time",
  run: async (lab) => {
    const dataset = await lab.dataset(datasetSize(lab));
    const server = await lab.startServer(dataset);
    const url = `${server.url}/api/v1/alerts/batch`;
    const body = JSON.stringify({ alerts: batchOf(dataset, "externalId") });
    await assertStored(url, dataset.headers, body);
    const load = { url, method: "POST" as const, headers: dataset.headers, bodies: [body], connections: 1 };
    const standings = await takeTurns(lab, [
      overHttp(lab, "Sightline", server, load),
      byCopy(lab, dataset, "COPY of the alerts", false),
      byCopy(lab, dataset, "COPY of the alerts, and of their events", true),
    ]);
    await server.stop();
    const [us, copy, both] = standings.map(({ requestsPerSecond }) => requestsPerSecond);
    return {
      goals: [atLeast(0.5, "×", "rows/s of COPY of the same alerts", us && copy ? us / copy : null)],
      rows: standings.map(perRow).map(toBatchRow),
      failures: failuresOf(standings),
      notes: [
        describeDatasetSize(dataset),
        `${us && both ? (us / both).toFixed(2) : "–"} × COPY of the alerts and their events, which the server writes too.`,
      ],
    };
  },
};
