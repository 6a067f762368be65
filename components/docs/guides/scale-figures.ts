/** All measured numbers on the page "Scale". Only this page uses them. */

/** Describes the machine on which `npm run bench` measured these numbers. */
export const benchmarkMachine =
  "two cores, one for the server and one for PostgreSQL and the load, Node.js 20, PostgreSQL 18";

/**
 * Throughput measured by `npm run bench` (P1, P2, P3): requests or rows per second of one server process, and the
 * 95th percentile of the response time.
 */
export const throughputFigures: readonly { what: string; perSecond: number; p95Ms: number }[] = [
  { what: "`POST /alerts`, one alert a request", perSecond: 5_775, p95Ms: 10 },
  { what: "`POST /alerts/batch`, alerts in batches of 1,000", perSecond: 15_500, p95Ms: 96 },
  { what: "`GET /alerts`, pages of 50", perSecond: 1_580, p95Ms: 30 },
];

/**
 * Response times measured by `npm run bench` (P4): the 95th percentile in ms for each number of alerts in the
 * database.
 */
export const growthSizes = ["100 thousand", "1 million", "10 million"] as const;
export const growthFigures: readonly { what: string; ms: readonly number[] }[] = [
  { what: "First page", ms: [6.6, 4.5, 5.9] },
  { what: "The slowest filter (a text that one alert in a hundred has)", ms: [27, 79, 23] },
  { what: "Page 10,000", ms: [2.7, 2.9, 3] },
  { what: "Create", ms: [2.8, 3.1, 3.1] },
];

/** CPU time in µs of the server process and of all PostgreSQL processes, read from /proc. */
export const cpuUs = {
  create: { server: 115, database: 100 },
  batchRow: { server: 26, database: 54 },
  page: { server: 615, database: 385 },
  heartbeat: { server: 450, database: 250 },
  batchHeartbeat: { server: 18, database: 20 },
} as const;

/** Bytes on disk per alert, including all indexes. Measured with one million alerts of 690 cameras in a year. */
export const rowBytes = { alert: 1_150, event: 500, counts: 890 } as const;
/** Bytes of write-ahead log per alert and per heartbeat, with `wal_compression` off. */
export const walBytes = { create: 3_000, batchHeartbeat: 400 } as const;

/**
 * CPU time in µs per page of 50 alerts, without and with a replica. `fallbackPercent` is the share of reads that
 * the primary answers: while it is idle, and at 500 commits per second.
 */
export const replicaFigures = {
  primaryUs: { without: 350, with: 65, idle: 35 },
  serverUs: { without: 475, with: 545 },
  fallbackPercent: { idle: 0.03, busy: 0.9 },
} as const;

/** Costs of the same requests without and with PgBouncer 1.18. */
export const poolerFigures = {
  tests: 973,
  page: { serverUs: [490, 595], databaseUs: [335, 610], poolerUs: 120 },
  create: { serverUs: [210, 240], databaseUs: [175, 255], poolerUs: 30 },
} as const;

/** Costs of one million alerts in one table and in 12 monthly partitions, and of deleting a month of 86,000 alerts. */
export const partitionFigures = {
  tests: 1_020,
  firstPageBuffers: [12, 15],
  rareFilterBuffers: [39, 217],
  planMs: [0.05, 0.6],
  deleteMs: 1_530,
  dropMs: 190,
} as const;
