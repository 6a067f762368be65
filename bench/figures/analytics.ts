import { atLeast, atMost, type Figure } from "../figure";
import type { Dataset, Lab } from "../lab";
import { failuresOf, overHttp, takeTurns, toRow } from "../rounds";
import { median } from "../statistics";

const DAY_MS = 86_400_000;
const DAYS = 365;
const RECOUNTS = 3;

/**
 * Computes the daily counts from the alerts instead of the rollups, using all cores.
 * @returns the median time and the number of alerts.
 */
async function recount(lab: Lab, { sql, organizationId }: Dataset, from: Date): Promise<{ ms: number; total: number }> {
  const times: number[] = [];
  let total = 0;
  await lab.onAllCores(async () => {
    for (let n = 0; n < RECOUNTS; n += 1) {
      const begun = performance.now();
      const rows = await sql<{ alerts: number }[]>`
        select date_trunc('day', occurred_at, 'UTC') as day, use_case, count(*)::int as alerts from alerts
        where organization_id = ${organizationId} and occurred_at >= ${from} group by 1, 2`;
      times.push(performance.now() - begun);
      total = rows.reduce((sum, { alerts }) => sum + alerts, 0);
    }
  });
  return { ms: median(times), total };
}

export const analytics: Figure = {
  id: "p5",
  title: "GET /analytics/alerts: a year by day by use case, 10 million alerts",
  run: async (lab) => {
    const dataset = await lab.dataset(lab.settings.isQuick ? 400_000 : 10_000_000);
    const server = await lab.startServer(dataset);
    const today = Math.floor(dataset.until.getTime() / DAY_MS) * DAY_MS;
    const from = new Date(today - (DAYS - 1) * DAY_MS);
    const query = new URLSearchParams({ from: from.toISOString(), interval: "day", group_by: "use_case" });
    const url = `${server.url}/api/v1/analytics/alerts?${query}`;
    const { headers } = dataset;
    const counted = (await (await fetch(url, { headers })).json()) as { total: number };
    const again = await recount(lab, dataset, from);
    if (counted.total !== again.total) throw new Error(`The server counts ${counted.total}, a recount ${again.total}`);
    const standings = await takeTurns(lab, [
      overHttp(lab, "a year by day by use case", server, { url, headers, connections: 1 }),
      overHttp(lab, "GET /me: one statement", server, { url: `${server.url}/api/v1/me`, headers, connections: 1 }),
    ]);
    await server.stop();
    const [series, least] = standings;
    const rows = standings.map(toRow);
    return {
      goals: [
        atMost(
          2 * (least?.p95 ?? Number.NaN) + 20,
          "ms",
          "p95, against 2 × that of GET /me + 20 ms",
          series?.p95 ?? null,
        ),
        atLeast(200, "×", "faster than the recount", series ? again.ms / series.p50 : null),
      ],
      rows: [
        ...rows,
        { name: `the recount in SQL of ${again.total.toLocaleString("en")} alerts, all cores`, "p50 ms": again.ms },
      ],
      failures: failuresOf(standings),
      notes: ["1 connection. GET /me reads nothing but its key: the statement that authenticates every request."],
    };
  },
};
