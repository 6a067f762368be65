import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { percentile } from "./statistics";

/** The load that a driver sends: one request, or several bodies in rotation, over a number of connections. */
export interface Load {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  bodies?: string[];
  connections: number;
  seconds: number;
  /** The warm-up before the measurement. Its requests aren't counted. */
  warmupSeconds?: number;
}

/**
 * A driver's results. Latencies are fractional milliseconds from sending the request to the last byte of the
 * reply.
 */
export interface DriverResult {
  requests: number;
  seconds: number;
  p50: number;
  p95: number;
  p99: number;
  /** The number of replies other than 2xx, broken connections, and requests without a reply within 10 s. */
  failures: number;
  /** CPU seconds used by the driver itself. */
  driverCpu: number;
}

const SAMPLE_MS = 100;

async function drive({
  url,
  method = "GET",
  headers = {},
  bodies,
  connections,
  seconds,
  warmupSeconds = 0,
}: Load): Promise<DriverResult> {
  const latencies: number[] = [];
  let failures = 0;
  const sent = bodies ? { ...headers, "Content-Type": "application/json" } : headers;
  const before = process.cpuUsage();
  const started = performance.now() + warmupSeconds * 1_000;
  let last = started;
  await new Promise<void>((done, failed) => {
    const instance = autocannon(
      {
        url,
        method,
        headers: sent,
        connections,
        duration: seconds + warmupSeconds,
        sampleInt: SAMPLE_MS,
        ...(bodies && { requests: bodies.map((body) => ({ body })) }),
      },
      (error) => (error ? failed(error) : done()),
    );
    instance.on("response", (_client, status, _bytes, milliseconds) => {
      if (status < 200 || status > 299) failures += 1;
      const now = performance.now();
      if (now < started) return;
      last = now;
      latencies.push(milliseconds);
    });
    instance.on("reqError", () => {
      failures += 1;
    });
  });
  const { user, system } = process.cpuUsage(before);
  return {
    requests: latencies.length,
    seconds: (last - started) / 1_000,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    failures,
    driverCpu: (user + system) / 1e6,
  };
}

// Each input line is a load. Its result is written as one output line.
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await drive(JSON.parse(line) as Load))}\n`);
}
