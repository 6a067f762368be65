import { text } from "node:stream/consumers";
import type postgres from "postgres";
import { v7 } from "uuid";
import type { DriverResult } from "../driver";
import { percentile } from "../statistics";
import { connectReference, type ReferenceAlertInput } from "./alerts";

/**
 * The load of a program that inserts a batch with COPY again and again, each batch in its own transaction. The
 * COPY texts are created before the measurement.
 */
export interface CopyLoad {
  batch: ReferenceAlertInput[];
  withEvents: boolean;
  seconds: number;
}

const { batch, withEvents, seconds } = JSON.parse(await text(process.stdin)) as CopyLoad;
const organizationId = process.env.ORGANIZATION_ID ?? "";
const sql = connectReference();
const latencies: number[] = [];

/** Escapes a value for COPY's text format. */
const cell = (value: string) =>
  value.replace(/[\\\t\n\r]/g, (c) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n" })[c] ?? "\\r");

function makeTexts(): { alerts: string; events: string } {
  const now = new Date().toISOString();
  const rows = batch.map((alert) => {
    const id = v7();
    const { camera_id, use_case, status, severity, title, metadata } = alert;
    const data = JSON.stringify({ alert: { camera_id, use_case, severity, status, title, version: 1 } });
    const by = `api_key\t${organizationId}\tReference`;
    return {
      alert: `${organizationId}\t${id}\t${camera_id}\t${use_case}\t${status}\t${severity}\t${cell(title)}\t${cell(JSON.stringify(metadata))}\t${now}\t${now}\t${by}\t${now}\t${now}\n`,
      event: `${organizationId}\t${v7()}\talert.created\t${id}\t${by}\t${cell(data)}\n`,
    };
  });
  return { alerts: rows.map(({ alert }) => alert).join(""), events: rows.map(({ event }) => event).join("") };
}

async function copy(to: postgres.Sql | postgres.TransactionSql, table: string, rows: string): Promise<void> {
  const stream = await to.unsafe(`copy ${table} from stdin`).writable();
  await new Promise<void>((done, failed) => {
    stream.once("finish", done).once("error", failed);
    stream.end(rows);
  });
}

const ALERTS = `alerts (organization_id, id, camera_id, use_case, status, severity, title, metadata, occurred_at,
  last_occurred_at, source_kind, source_id, source_name, created_at, updated_at)`;
const EVENTS = "events (organization_id, id, type, subject_id, actor_kind, actor_id, actor_name, data)";

async function copyOnce(): Promise<void> {
  const { alerts, events } = makeTexts();
  const begun = performance.now();
  if (withEvents) {
    await sql.begin(async (tx) => {
      await copy(tx, ALERTS, alerts);
      await copy(tx, EVENTS, events);
    });
  } else {
    await copy(sql, ALERTS, alerts);
  }
  latencies.push(performance.now() - begun);
}

await copyOnce();
latencies.length = 0;
const first = v7();
const before = process.cpuUsage();
const started = performance.now();
while (performance.now() - started < seconds * 1_000) await copyOnce();
const { user, system } = process.cpuUsage(before);
const [stored] = await sql<{ rows: number }[]>`
  select count(*)::int as rows from alerts where organization_id = ${organizationId} and id > ${first}`;
if (stored?.rows !== latencies.length * batch.length) throw new Error("COPY stored another number of rows");
await sql.end();
const driven: DriverResult = {
  requests: latencies.length,
  seconds: latencies.reduce((sum, ms) => sum + ms, 0) / 1_000,
  p50: percentile(latencies, 0.5),
  p95: percentile(latencies, 0.95),
  p99: percentile(latencies, 0.99),
  failures: 0,
  driverCpu: (user + system) / 1e6,
};
process.stdout.write(JSON.stringify(driven));
