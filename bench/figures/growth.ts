import type { Load } from "../driver";
import { atMost, type Figure, type Row } from "../figure";
import type { Dataset, Lab, Subject } from "../lab";
import { failuresOf, overHttp, takeTurns } from "../rounds";
import { median } from "../statistics";
import { someAlerts, toBodies } from "./requests";

/** A small number of connections, so that latency measures the request and not a queue. */
const CONNECTIONS = 4;
const SECONDS = 1;
const QUICK_SECONDS = 0.4;
const WARMUP_SECONDS = 0.3;
const SIZES = [100_000, 1_000_000, 10_000_000];
const QUICK_SIZES = [100_000, 400_000];
const FEW = 20;
const DEEP_PAGE = { number: 10_000, rows: 5 };
const LONGEST_PAGE = 200;
const LIMIT = 1.25;
/**
 * The number of additional rounds for cases that look slow. One or two of forty cases look slow by chance, so only
 * the longer measurement counts.
 */
const MORE_ROUNDS = 3;

type Group = "first page" | "filter" | "page 10,000" | "create";

interface Case {
  group: Group;
  name: string;
  /** Returns the query string for a database. Names and times differ between databases. */
  query(dataset: Dataset, url: string): string | Promise<string>;
}

const filter = (name: string, query: Case["query"]): Case => ({ group: "filter", name, query });

/** Returns the cases of a filter by name: with 60 %, 1 %, about 20 and no matches. */
function byName(parameter: string, of: (dataset: Dataset) => Partial<Dataset["useCases"]>): Case[] {
  const kinds = [
    ["frequent", "60 %"],
    ["medium", "1 %"],
    ["rare", "20"],
    ["none", "none"],
  ] as const;
  return kinds.map(([kind, share]) =>
    filter(`${parameter}: ${share}`, (dataset) => `?${parameter}=${encodeURIComponent(of(dataset)[kind] ?? "")}`),
  );
}

const DAY_MS = 86_400_000;

/**
 * Returns the cases of a filter by time: with a month of matches, about 20 matches, and no matches (before the
 * first alert).
 */
function byTime(field: "occurred" | "created"): Case[] {
  const between = (after: number, before: number) =>
    `?${field}_after=${new Date(after).toISOString()}&${field}_before=${new Date(before).toISOString()}`;
  return [
    filter(`${field}: a month`, ({ until }) => between(until.getTime() - 90 * DAY_MS, until.getTime() - 60 * DAY_MS)),
    filter(`${field}: 20`, ({ from, until, rows }) => {
      const middle = (from.getTime() + until.getTime()) / 2;
      return between(middle, middle + ((until.getTime() - from.getTime()) * FEW) / (rows / 2));
    }),
    filter(`${field}: none`, ({ from }) => between(from.getTime() - 90 * DAY_MS, from.getTime() - 60 * DAY_MS)),
  ];
}

/** Returns the query of page 10,000. It is reached with long pages, because cursors don't depend on the page size. */
async function deepPage({ headers }: Dataset, url: string): Promise<string> {
  const rowsBefore = (DEEP_PAGE.number - 1) * DEEP_PAGE.rows;
  let cursor = "";
  for (let seen = 0; seen < rowsBefore; ) {
    const limit = Math.min(LONGEST_PAGE, rowsBefore - seen);
    const response = await fetch(`${url}/api/v1/alerts?limit=${limit}${cursor && `&cursor=${cursor}`}`, { headers });
    const page = (await response.json()) as { data: unknown[]; next_cursor: string | null };
    if (page.next_cursor === null) throw new Error(`There are fewer than ${DEEP_PAGE.number} pages`);
    seen += page.data.length;
    cursor = page.next_cursor;
  }
  return `?limit=${DEEP_PAGE.rows}&cursor=${cursor}`;
}

const withoutRare = (list: Case[]) => list.filter(({ name }) => !name.endsWith(": 20") && !name.endsWith(": none"));

const cases: Case[] = [
  { group: "first page", name: "first page", query: () => "" },
  ...withoutRare(byName("status", ({ statuses }) => statuses)),
  ...withoutRare(byName("severity", ({ severities }) => severities)),
  ...byName("use_case", ({ useCases }) => useCases),
  ...byName("camera_id", ({ cameras }) => cameras),
  ...byName("site_id", ({ sites }) => sites),
  ...byName("tag", ({ tags }) => tags),
  ...byName("assignee_id", ({ users }) => users),
  ...byName("q", ({ words }) => words),
  ...byTime("occurred"),
  ...byTime("created"),
  filter(
    "updated_after: a month",
    ({ until }) => `?updated_after=${new Date(until.getTime() - 30 * DAY_MS).toISOString()}`,
  ),
  filter(
    "updated_after: none",
    ({ until }) => `?updated_after=${new Date(until.getTime() + 30 * DAY_MS).toISOString()}`,
  ),
  filter("sort by occurred_at", () => "?sort=-occurred_at"),
  { group: "page 10,000", name: "page 10,000 of 5", query: deepPage },
  { group: "create", name: "create", query: () => "" },
];

interface Size {
  dataset: Dataset;
  server: Subject;
}

interface Grown {
  group: Group;
  name: string;
  /** Latencies in milliseconds, one per database size. */
  p50: number[];
  p95: number[];
  failures: number;
}

async function measure(lab: Lab, sizes: readonly Size[], { group, name, query }: Case): Promise<Grown> {
  const contestants = await Promise.all(
    sizes.map(async ({ dataset, server }) => {
      const load: Omit<Load, "seconds"> = {
        url: `${server.url}/api/v1/alerts${await query(dataset, server.url)}`,
        headers: dataset.headers,
        connections: CONNECTIONS,
        warmupSeconds: WARMUP_SECONDS,
        ...(group === "create" && { method: "POST", bodies: toBodies(someAlerts(dataset, "externalId")) }),
      };
      return overHttp(lab, String(dataset.rows), server, load);
    }),
  );
  const lengths = { seconds: lab.settings.isQuick ? QUICK_SECONDS : SECONDS, warmupSeconds: WARMUP_SECONDS };
  const first = await takeTurns(lab, contestants, lengths);
  const isBeyond = growthOf(first.map(({ p95 }) => p95)) > LIMIT;
  const standings = isBeyond
    ? await takeTurns(lab, contestants, { ...lengths, rounds: MORE_ROUNDS * lab.settings.rounds })
    : first;
  return {
    group,
    name: isBeyond ? `${name} (again)` : name,
    p50: standings.map(({ p50 }) => p50),
    p95: standings.map(({ p95 }) => p95),
    failures: failuresOf([...first, ...standings]),
  };
}

const growthOf = (values: readonly number[]) => (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);

/** Returns the case of a group whose latency grows most with the database. */
const worst = (grown: readonly Grown[], group: Group) =>
  grown.filter((one) => one.group === group).toSorted((a, b) => growthOf(b.p95) - growthOf(a.p95))[0];

const sizeName = (rows: number) => (rows >= 1_000_000 ? `${rows / 1_000_000}M` : `${rows / 1_000}k`);

export const growth: Figure = {
  id: "p4",
  title: "growth from 100 thousand to 10 million alerts, 4 connections",
  run: async (lab) => {
    const sizes: Size[] = [];
    for (const rows of lab.settings.isQuick ? QUICK_SIZES : SIZES) {
      const dataset = await lab.dataset(rows);
      sizes.push({ dataset, server: await lab.startServer(dataset) });
    }
    const grown: Grown[] = [];
    for (const one of cases) {
      lab.say(`  ${one.name}`);
      grown.push(await measure(lab, sizes, one));
    }
    await Promise.all(sizes.map(({ server }) => server.stop()));

    const names = sizes.map(({ dataset }) => sizeName(dataset.rows));
    const span = `${names.at(-1)} / ${names[0]}`;
    const filters = worst(grown, "filter");
    const goal = (what: string, one: Grown | undefined) => atMost(LIMIT, "×", what, one ? growthOf(one.p95) : null);
    return {
      goals: [
        goal(`p95 of the first page, ${span}`, worst(grown, "first page")),
        goal(`p95 of the filter that grows most (${filters?.name}), ${span}`, filters),
        goal(`p95 of page 10,000, ${span}`, worst(grown, "page 10,000")),
        goal(`p95 of a create, ${span}`, worst(grown, "create")),
      ],
      rows: grown.map(
        ({ name, p50, p95 }): Row => ({
          name,
          ...Object.fromEntries(names.map((size, n) => [`p50 ms ${size}`, p50[n] ?? null])),
          ...Object.fromEntries(names.map((size, n) => [`p95 ms ${size}`, p95[n] ?? null])),
          "p50 ×": growthOf(p50),
          "p95 ×": growthOf(p95),
        }),
      ),
      failures: grown.reduce((sum, { failures }) => sum + failures, 0),
      notes: [`Median growth of p95: ${median(grown.map(({ p95 }) => growthOf(p95))).toFixed(2)} ×.`],
    };
  },
};
