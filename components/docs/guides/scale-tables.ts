import { DEFAULT_ALERT_RETENTION_D, MAX_HEARTBEATS, ROWS_PER_REQUEST } from "@/lib/limits";
import * as figures from "./scale-figures";

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const few = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
const DAY_S = 24 * 3_600;
/**
 * The connections of an instance in addition to its pool: one that listens for events, and five for recurring
 * work.
 */
export const OTHER_CONNECTIONS = 6;

/** The assumptions for one million cameras. `peak` is a multiple of the average. */
export const assumed = { cameras: 1_000_000, heartbeatsPerMinute: 1, alertsPerDay: 5, peak: 10, pagesPerSecond: 200 };

const cores = (perSecond: number, { server, database }: { server: number; database: number }) =>
  [server, database].map((us) => few.format((perSecond * us) / 1e6));
const gigabytes = (bytes: number) =>
  bytes < 1e12 ? `${whole.format(bytes / 1e9)} GB` : `${few.format(bytes / 1e12)} TB`;

/** Returns the load and storage of one million cameras, as table rows and formatted numbers. */
export function millionCameras() {
  const { cpuUs, rowBytes, walBytes } = figures;
  const heartbeats = (assumed.cameras * assumed.heartbeatsPerMinute) / 60;
  const alertsADay = assumed.cameras * assumed.alertsPerDay;
  const alerts = alertsADay / DAY_S;
  const bytesADay = alertsADay * (rowBytes.alert + rowBytes.event + rowBytes.counts);
  const walADay = heartbeats * DAY_S * walBytes.batchHeartbeat + alertsADay * walBytes.create;
  const load = [
    [`Heartbeats, ${whole.format(MAX_HEARTBEATS)} per request`, heartbeats, cpuUs.batchHeartbeat],
    ["Heartbeats, one per request", heartbeats, cpuUs.heartbeat],
    ["Alerts, on average", alerts, cpuUs.create],
    [`Alerts, at ${assumed.peak} times the average`, alerts * assumed.peak, cpuUs.create],
    ["Pages of 50", assumed.pagesPerSecond, cpuUs.page],
  ] as const;
  const disk = [
    ["Alerts per day", `${whole.format(alertsADay)}, ${assumed.alertsPerDay} per camera`],
    [
      "One day on disk",
      `${gigabytes(bytesADay)}: ${whole.format(rowBytes.alert)} bytes per alert with its indexes, ${rowBytes.event} for its event, and up to ${rowBytes.counts} for its counts`,
    ],
    [`${DEFAULT_ALERT_RETENTION_D} days on disk`, gigabytes(bytesADay * DEFAULT_ALERT_RETENTION_D)],
    ["Partition of one month", gigabytes(((rowBytes.alert + rowBytes.event) * alertsADay * 365) / 12)],
    [
      "Write-ahead log per day",
      `${gigabytes(walADay)}, mostly for heartbeats: ${few.format(walADay / DAY_S / 1e6)} MB per second to each replica`,
    ],
  ];
  return {
    load: load.map(([what, perSecond, us]) => [what, whole.format(perSecond), ...cores(perSecond, us)]),
    disk,
    batches: whole.format((assumed.cameras * assumed.heartbeatsPerMinute) / MAX_HEARTBEATS),
    requests: whole.format((assumed.cameras * assumed.heartbeatsPerMinute) / ROWS_PER_REQUEST),
  };
}

/** Formats a number without decimals. */
export const formatWhole = (value: number) => whole.format(value);

/** Returns table rows with the throughput of one server process. */
export function throughputRows(): string[][] {
  return figures.throughputFigures.map(({ what, perSecond, p95Ms }) => [what, whole.format(perSecond), `${p95Ms} ms`]);
}

/** Returns table rows with the CPU time per request in the server and in PostgreSQL, in microseconds. */
export function cpuRows(): string[][] {
  const { create, batchRow, page, heartbeat, batchHeartbeat } = figures.cpuUs;
  const rows = [
    ["`POST /alerts`", create],
    ["One alert of a large batch", batchRow],
    ["`GET /alerts`, 50 rows", page],
    ["One heartbeat", heartbeat],
    ["One heartbeat of a large batch", batchHeartbeat],
  ] as const;
  return rows.map(([what, us]) => [what, `${us.server} µs`, `${us.database} µs`]);
}

/** Returns table rows with the response times for each number of alerts. */
export function growthRows(): string[][] {
  return figures.growthFigures.map(({ what, ms }) => [what, ...ms.map((value) => `${few.format(value)} ms`)]);
}

export const POOLER_ENVIRONMENT = `DATABASE_URL=postgres://sightline:…@pooler.internal:6432/sightline
DATABASE_DIRECT_URL=postgres://sightline:…@db.internal:5432/sightline`;

export const PARTITION_SQL = `-- the first 12 digits are milliseconds since 1970, in hexadecimal
CREATE TABLE alerts_2026_11 PARTITION OF alerts
  FOR VALUES FROM ('01a19467-e800-0000-0000-000000000000')
               TO ('01a22ee6-b000-0000-0000-000000000000');`;
