import { text } from "node:stream/consumers";
import type { DriverResult } from "../driver";
import { percentile } from "../statistics";
import { connectReference, insertReferenceRow, type ReferenceAlertInput, selectReferencePage } from "./alerts";

/**
 * The load of a program that only runs the prepared statements, without a server. It measures the maximum of the
 * database and its driver.
 */
export interface SqlLoad {
  inputs: ReferenceAlertInput[] | null;
  concurrency: number;
  seconds: number;
}

const { inputs, concurrency, seconds } = JSON.parse(await text(process.stdin)) as SqlLoad;
const sql = connectReference();
const latencies: number[] = [];
const run = (n: number) => {
  const input = inputs?.[n % inputs.length];
  return input ? insertReferenceRow(sql, input) : selectReferencePage(sql);
};

await Promise.all(Array.from({ length: concurrency }, (_, n) => run(n)));
const before = process.cpuUsage();
const started = performance.now();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    while (performance.now() - started < seconds * 1_000) {
      const begun = performance.now();
      await run(latencies.length);
      latencies.push(performance.now() - begun);
    }
  }),
);
const { user, system } = process.cpuUsage(before);
const driven: DriverResult = {
  requests: latencies.length,
  seconds: (performance.now() - started) / 1_000,
  p50: percentile(latencies, 0.5),
  p95: percentile(latencies, 0.95),
  p99: percentile(latencies, 0.99),
  failures: 0,
  driverCpu: (user + system) / 1e6,
};
await sql.end();
process.stdout.write(JSON.stringify(driven));
