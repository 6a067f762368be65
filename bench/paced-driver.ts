import { text } from "node:stream/consumers";
import type { DriverResult } from "./driver";
import { isSuccess, pace, postJson } from "./pace";
import { percentile } from "./statistics";

/** A load with a constant request rate. Requests cycle through the URLs and bodies. */
export interface PacedLoad {
  urls: string[];
  headers: Record<string, string>;
  bodies: string[];
  perSecond: number;
  seconds: number;
}

const { urls, headers, bodies, perSecond, seconds } = JSON.parse(await text(process.stdin)) as PacedLoad;
const latencies: number[] = [];
let failures = 0;
const before = process.cpuUsage();
const started = performance.now();
await pace(perSecond, seconds, async (n, dueAt) => {
  const status = await postJson(urls[n % urls.length] ?? "", headers, bodies[n % bodies.length] ?? "");
  latencies.push(performance.now() - dueAt);
  if (!isSuccess(status)) failures += 1;
});
const { user, system } = process.cpuUsage(before);
const driven: DriverResult = {
  requests: latencies.length,
  seconds: (performance.now() - started) / 1_000,
  p50: percentile(latencies, 0.5),
  p95: percentile(latencies, 0.95),
  p99: percentile(latencies, 0.99),
  failures,
  driverCpu: (user + system) / 1e6,
};
process.stdout.write(JSON.stringify(driven), () => process.exit(0));
