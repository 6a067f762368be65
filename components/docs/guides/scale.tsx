import { Bullets, Callout, Facts } from "@/components/docs/blocks";
import type { GuideContent } from "@/components/docs/guide";
import { CodeBlock } from "@/components/ui/code-block";
import { POOL_SIZE } from "@/lib/db/client";
import { DEFAULT_ALERT_RETENTION_D, MAX_HEARTBEATS, ROWS_PER_REQUEST } from "@/lib/limits";
import { rateLimits } from "@/lib/rate-limit/requests";
import * as figures from "./scale-figures";

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const few = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
const DAY_S = 24 * 3_600;
/** Connections of an instance besides its pool: one that hears of events, five of the recurring work. */
const OTHER_CONNECTIONS = 6;

/** What the arithmetic takes for granted. */
const assumed = { cameras: 1_000_000, heartbeatsPerMinute: 1, alertsPerDay: 5, peak: 10, pagesPerSecond: 200 };

const cores = (perSecond: number, { server, database }: { server: number; database: number }) =>
  [server, database].map((us) => few.format((perSecond * us) / 1e6));
const gigabytes = (bytes: number) =>
  bytes < 1e12 ? `${whole.format(bytes / 1e9)} GB` : `${few.format(bytes / 1e12)} TB`;

function millionCameras() {
  const { cpuUs, rowBytes, walBytes } = figures;
  const heartbeats = (assumed.cameras * assumed.heartbeatsPerMinute) / 60;
  const alertsADay = assumed.cameras * assumed.alertsPerDay;
  const alerts = alertsADay / DAY_S;
  const bytesADay = alertsADay * (rowBytes.alert + rowBytes.event + rowBytes.counts);
  const walADay = heartbeats * DAY_S * walBytes.batchHeartbeat + alertsADay * walBytes.create;
  return {
    heartbeats,
    cpu: [
      [`Heartbeats, ${whole.format(MAX_HEARTBEATS)} a request`, heartbeats, cpuUs.batchHeartbeat],
      ["The same, one a request", heartbeats, cpuUs.heartbeat],
      ["Alerts, on average", alerts, cpuUs.create],
      [`Alerts, at ${assumed.peak} times the average`, alerts * assumed.peak, cpuUs.create],
      ["Pages of 50", assumed.pagesPerSecond, cpuUs.page],
    ] as const,
    disk: [
      ["Alerts a day", `${whole.format(alertsADay)}, at ${assumed.alertsPerDay} a camera`],
      [
        "A day on disk",
        `${gigabytes(bytesADay)}: an alert with its indexes ${whole.format(rowBytes.alert)} bytes, its event ${rowBytes.event}, its part of the counts up to ${rowBytes.counts}`,
      ],
      [`${DEFAULT_ALERT_RETENTION_D} days on disk`, gigabytes(bytesADay * DEFAULT_ALERT_RETENTION_D)],
      ["A month's partition", gigabytes(((rowBytes.alert + rowBytes.event) * alertsADay * 365) / 12)],
      [
        "Write-ahead log a day",
        `${gigabytes(walADay)}, nearly all of it heartbeats: ${few.format(walADay / DAY_S / 1e6)} MB a second to each replica`,
      ],
    ] as const,
  };
}

export const scaleGuide: GuideContent = {
  slug: "scale",
  title: "Scale",
  lead: "For those who run Sightline: what one machine holds, what to add when that is not enough, and what we have tried of it.",
  sections: () => {
    const {
      throughputFigures: throughput,
      growthFigures: growth,
      growthSizes,
      cpuUs,
      replicaFigures: replica,
      poolerFigures: pooler,
      partitionFigures: partitions,
    } = figures;
    const million = millionCameras();
    const batches = whole.format((assumed.cameras * assumed.heartbeatsPerMinute) / MAX_HEARTBEATS);
    const counted = whole.format((assumed.cameras * assumed.heartbeatsPerMinute) / ROWS_PER_REQUEST);
    return [
      {
        id: "one-machine",
        title: "One machine",
        blocks: [
          `**Measured.** One server process with a PostgreSQL beside it is enough for most. Every request is authenticated, counted, validated and logged, and every alert is on disk before it is answered. The machine: ${figures.benchmarkMachine}.`,
          <Facts
            key="throughput"
            label="Throughput of one server process"
            head={["Request", "A second", "95 % within"]}
            rows={throughput.map(({ what, perSecond, p95Ms }) => [what, whole.format(perSecond), `${p95Ms} ms`])}
          />,
          "What a request costs in CPU time says more about your machine than ours:",
          <Facts
            key="cpu"
            label="CPU time of requests"
            head={["Request", "Server", "PostgreSQL"]}
            rows={[
              ["`POST /alerts`", `${cpuUs.create.server} µs`, `${cpuUs.create.database} µs`],
              ["One alert of a large batch", `${cpuUs.batchRow.server} µs`, `${cpuUs.batchRow.database} µs`],
              ["`GET /alerts`, 50 of them", `${cpuUs.page.server} µs`, `${cpuUs.page.database} µs`],
              ["One heartbeat", `${cpuUs.heartbeat.server} µs`, `${cpuUs.heartbeat.database} µs`],
              [
                "One heartbeat of a large batch",
                `${cpuUs.batchHeartbeat.server} µs`,
                `${cpuUs.batchHeartbeat.database} µs`,
              ],
            ]}
          />,
          "A list reads no more rows than its page has, however many there are: it is a range of an index that begins with the organization.",
          <Facts
            key="growth"
            label="Response times by the number of alerts"
            head={["95 % within", ...growthSizes]}
            rows={growth.map(({ what, ms }) => [what, ...ms.map((value) => `${few.format(value)} ms`)])}
          />,
        ],
      },
      {
        id: "instances",
        title: "Several instances",
        blocks: [
          "**Tested here**, in every run of our tests. Start as many as you like behind a balancer; they share the database and nothing else.",
          <Bullets
            key="instances"
            items={[
              "Give all of them the same `DATABASE_URL`, `AUTH_SECRET` and `BASE_URL`, and `TRUSTED_PROXY_HOPS` the number of proxies in front.",
              "`REDIS_URL` lets them count [rate limits](/docs/limits) together, exactly. Without it each counts for itself.",
              "Sticky sessions are not needed: cursors, sessions and idempotency keys work everywhere, and a stream goes on at another instance from its `Last-Event-ID`.",
              "Let the balancer ask `GET /api/health/ready`. It turns 503 with the first moment of a stop, while running requests are still answered, for up to 30 seconds.",
              "Nothing about a credential is kept in memory: a key that is revoked at one instance is refused by all from the next request on.",
              "The recurring work is done once, whoever does it. `WORKER=off` leaves it to others, `npm run worker` does nothing else.",
            ]}
          />,
        ],
      },
      {
        id: "pooler",
        title: "PgBouncer",
        blocks: [
          `**Tested here** with PgBouncer 1.18: ${pooler.tests} of the API's tests pass behind it, those of the recurring work among them. An instance has ${POOL_SIZE} connections for requests and up to ${OTHER_CONNECTIONS} others, so PostgreSQL's usual 100 suffice for five instances. For more, put a pooler in front that shares connections a transaction at a time, and name the server behind it as well:`,
          <CodeBlock
            key="pooler"
            label="Environment behind a pooler"
            code={[
              "DATABASE_URL=postgres://sightline:…@pooler.internal:6432/sightline",
              "DATABASE_DIRECT_URL=postgres://sightline:…@db.internal:5432/sightline",
            ].join("\n")}
          />,
          <Bullets
            key="pooled"
            items={[
              "The direct address serves what needs a connection of its own: migrations, hearing of new events, and the recurring work.",
              "PgBouncer needs `pool_mode = transaction` and no other setting. It does not pass limits of statements on, so the start makes them defaults of the role in this database.",
              `Statements are planned each time: a page costs PostgreSQL ${pooler.page.databaseUs.join(" → ")} µs and PgBouncer ${pooler.page.poolerUs} µs, a create ${pooler.create.databaseUs.join(" → ")} µs and ${pooler.create.poolerUs} µs.`,
              "On paper: from PgBouncer 1.21 on, with `max_prepared_statements`, add `?prepare=true` to `DATABASE_URL` and statements stay prepared.",
            ]}
          />,
        ],
      },
      {
        id: "replica",
        title: "A read replica",
        blocks: [
          "**Tested here** with PostgreSQL's streaming replication. With `DATABASE_REPLICA_URL`, lists, exports and figures are read from the replica, and everything else from the primary.",
          <Bullets
            key="replica"
            items={[
              "Nobody reads the past. The look-up of the key, which always goes to the primary, also says how far its log has come; a read waits up to 20 ms for the replica to be there, and goes to the primary if it is not. So what was acknowledged before a request began is in its reply, on every instance.",
              "A replica that lags, restarts, is promoted, cancels a statement or is gone costs a read a moment and never an error. The log says so.",
              `A page then costs the primary ${replica.primaryUs.with} µs instead of ${replica.primaryUs.without}, and the server ${replica.serverUs.with} instead of ${replica.serverUs.without}. At 500 commits a second the primary answered ${replica.fallbackPercent.idle} to ${replica.fallbackPercent.busy} % of the reads.`,
              "The address may lead to several replicas that share connections out, but not to a pooler in front of several.",
            ]}
          />,
        ],
      },
      {
        id: "partitions",
        title: "Monthly partitions",
        blocks: [
          `**Tried, not built in.** Ids hold the time, and neither alerts nor events have a key that would span months, so both tables can be partitioned by ranges of \`id\` without a change of the code: ${whole.format(partitions.tests)} of our tests pass on such a database, on PostgreSQL 15 and 18.`,
          <CodeBlock
            key="partitions"
            label="A month of alerts"
            code={[
              "-- the first 12 digits are milliseconds since 1970, in hexadecimal",
              "CREATE TABLE alerts_2026_11 PARTITION OF alerts",
              "  FOR VALUES FROM ('01a19467-e800-0000-0000-000000000000')",
              "               TO ('01a22ee6-b000-0000-0000-000000000000');",
            ].join("\n")}
          />,
          <Bullets
            key="partitioned"
            items={[
              `A month goes by \`DROP TABLE\` in ${partitions.dropMs} ms, where deleting its 86,000 alerts and the vacuum after it took ${whole.format(partitions.deleteMs)} ms.`,
              "Take a month off the counts before you drop it. And drop only what is older than the longest retention of any organization; the others' alerts are deleted one by one as ever.",
              `A page reads as many rows as before, in ${partitions.firstPageBuffers.join(" → ")} pages of memory, as long as there is no default partition. A filter with few matches looks into each month (${partitions.rareFilterBuffers.join(" → ")}), and planning takes ${partitions.planMs.join(" → ")} ms.`,
              "With a million alerts the plain table is the faster one. Partitions pay where deleting does not keep up.",
            ]}
          />,
        ],
      },
      {
        id: "distribution",
        title: "Beyond one database",
        blocks: [
          "Nothing crosses organizations: every statement of a request names one, and every key of their tables begins with it.",
          <Bullets
            key="distribution"
            items={[
              "The simple way is several Sightlines, each with a database and its share of the organizations, and a balancer that knows whose host name leads where. All of the above then holds for each of them.",
              "Citus can distribute the tables by `organization_id`; people, sign-ins and the look-up of keys by their hash stay on the coordinator. The tests of the API pass on a cluster of three nodes with Citus 13.2, but it isn't part of each test run.",
              "Set `SPANS_ORGANIZATIONS` in `lib/alerts/create.ts` to false there: otherwise alerts of several organizations that arrive together are stored by one statement, which no single node can run.",
            ]}
          />,
        ],
      },
      {
        id: "million-cameras",
        title: "One million cameras",
        blocks: [
          `**Arithmetic** from the figures above: ${whole.format(assumed.cameras)} cameras, a heartbeat a minute, ${assumed.alertsPerDay} alerts a day each.`,
          <Facts
            key="cores"
            label="Load of one million cameras"
            head={["What", "A second", "Server cores", "PostgreSQL cores"]}
            rows={million.cpu.map(([what, perSecond, us]) => [what, whole.format(perSecond), ...cores(perSecond, us)])}
          />,
          <Facts key="disk" label="Storage of one million cameras" head={["What", "How much"]} rows={million.disk} />,
          <Bullets
            key="conclusion"
            items={[
              "CPU is not the limit: two instances, for when one fails, and a database of 8 cores have room to spare, as long as heartbeats come in batches.",
              "Disks are: plan for twice the data, a replica of the same size, and partitions from the first day.",
              `Raise the limits: ${batches} batches a minute count as ${counted} requests, and an organization may send ${whole.format(rateLimits().organization.perMinute)} (\`RATE_LIMIT_ORGANIZATION\`).`,
            ]}
          />,
          <Callout
            key="caution"
            text="We have not run one million cameras. The figures come from a small machine; measure on yours with `npm run bench`."
          />,
        ],
      },
    ];
  },
};
