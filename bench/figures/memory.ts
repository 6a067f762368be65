import { setTimeout as sleep } from "node:timers/promises";
import { drive } from "../drive";
import type { Load } from "../driver";
import { atMost, type Figure, type Row } from "../figure";
import { memoryMb } from "../processes";
import { median, slope } from "../statistics";
import { datasetSize, describeDatasetSize, someAlerts, toBodies } from "./requests";

const SAMPLE_MS = 1_000;
const BATCH_ROWS = 200;
const LINES = 10;

export const memory: Figure = {
  id: "p8",
  title: "memory of the server under full mixed load",
  run: async (lab) => {
    const dataset = await lab.dataset(datasetSize(lab));
    const server = await lab.startServer(dataset);
    const { headers } = dataset;
    const alerts = someAlerts(dataset, "externalId");
    const batch = Array.from({ length: BATCH_ROWS }, (_, n) => alerts[n % alerts.length]);
    const seconds = lab.settings.soakMinutes * 60;
    const url = `${server.url}/api/v1/alerts`;
    const loads: Load[] = [
      { url, headers, connections: 16, seconds },
      { url: `${url}?tag=${dataset.tags.frequent}&limit=200&expand=camera`, headers, connections: 2, seconds },
      { url, method: "POST", headers, bodies: toBodies(alerts), connections: 16, seconds },
      {
        url: `${url}/batch`,
        method: "POST",
        headers,
        bodies: [JSON.stringify({ alerts: batch })],
        connections: 2,
        seconds,
      },
    ];
    const samples: [seconds: number, mb: number][] = [];
    const started = performance.now();
    let isRunning = true;
    const sampling = (async () => {
      while (isRunning) {
        const mb = memoryMb(server.pid);
        if (mb !== null) samples.push([(performance.now() - started) / 1_000, mb]);
        await sleep(SAMPLE_MS);
      }
    })();
    const driven = await Promise.all(loads.map(drive));
    isRunning = false;
    await sampling;
    await server.stop();

    const all = samples.map(([, mb]) => mb);
    const late = samples.filter(([at]) => at >= seconds / 2);
    const perMinute = slope(late) * 60;
    const lastTenMinutes = perMinute * 10;
    const each = Math.max(1, Math.ceil(samples.length / LINES));
    return {
      goals: [
        atMost(400, "MB", "the largest resident size", samples.length > 0 ? Math.max(...all) : null),
        atMost(
          20,
          "MB",
          "growth in 10 minutes, by the slope of the last half",
          samples.length > 0 ? lastTenMinutes : null,
        ),
      ],
      rows: Array.from({ length: Math.ceil(samples.length / each) }, (_, n): Row => {
        const part = samples.slice(n * each, (n + 1) * each);
        return {
          name: `until second ${Math.round(part.at(-1)?.[0] ?? 0)}`,
          "median MB": Math.round(median(part.map(([, mb]) => mb))),
          "largest MB": Math.round(Math.max(...part.map(([, mb]) => mb))),
        };
      }),
      failures: driven.reduce((sum, { failures }) => sum + failures, 0),
      notes: [
        describeDatasetSize(dataset),
        `${lab.settings.soakMinutes} minutes; VmRSS once a second; the slope is that of the line of least squares through the samples of the last half.`,
        `Load: ${driven.map(({ requests }) => requests.toLocaleString("en")).join(", ")} requests: first pages, pages of 200 with cameras, creates, batches of ${BATCH_ROWS}.`,
      ],
    };
  },
};
