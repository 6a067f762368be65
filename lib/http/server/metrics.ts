import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { unauthenticated } from "@/lib/auth/failures";
import { database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { defineOperation } from "@/lib/http/operation";
import { StreamedBody } from "@/lib/http/reply/reply";
import { processSingleton } from "@/lib/process-singleton";

const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Returns the metrics, or null without METRICS_TOKEN. Nothing is collected then, because the metrics couldn't be
 * read.
 */
const metrics = () => processSingleton("metrics", () => (env().METRICS_TOKEN === undefined ? null : createMetrics()));

function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "sightline_http_request_duration_seconds",
    help: "Time to the first byte of API replies, by operation id and status",
    labelNames: ["operation", "status"],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  new Gauge({
    name: "sightline_database_connections",
    help: "Connections of this process to PostgreSQL; waiting: statements without a free connection",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database().pool.counts)) this.set({ state }, count);
    },
  });
  return { registry, duration };
}

/**
 * Adds a reply to the metrics.
 * @param ms milliseconds from the request's arrival to its reply.
 */
export function observeReply(operationId: string, status: number, ms: number): void {
  metrics()?.duration.observe({ operation: operationId, status }, ms / 1_000);
}

/**
 * The operation that returns this process's metrics in Prometheus format. It returns 404 without METRICS_TOKEN,
 * and 401 for a wrong token.
 */
export const getMetrics = defineOperation(
  {
    id: "getMetrics",
    method: "GET",
    path: "/api/metrics",
    tag: "Account",
    access: "public",
    summary: "Metrics of this process in Prometheus text format",
    headers: ["authorization"],
    status: 200,
    streams: ["text/plain"],
    errors: ["not_found", "unauthenticated"],
  },
  async (_context, { headers }) => {
    const { METRICS_TOKEN } = env();
    const current = metrics();
    if (METRICS_TOKEN === undefined || current === null) {
      throw new Failure(
        "not_found",
        "Metrics are turned off. The operator of this installation can set METRICS_TOKEN.",
      );
    }
    if (!isSame(headers.authorization ?? "", `Bearer ${METRICS_TOKEN}`)) {
      throw unauthenticated("Send the value of METRICS_TOKEN in the header `Authorization: Bearer …`.");
    }
    const text = await current.registry.metrics();
    async function* pieces() {
      yield text;
    }
    return new StreamedBody(pieces(), { type: current.registry.contentType });
  },
);

/** Compares hashes of the tokens, so that timing reveals neither the expected token's length nor its prefix. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
