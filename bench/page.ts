import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dataset, type Lab, productRoot, type Subject } from "./lab";
import { cpuSeconds } from "./processes";
import { postgresDuring } from "./rounds";
import { median, medianKnown, percentile } from "./statistics";

const READS = "lib/alerts/reads.ts";
const PAGES_COUNTED = 50;
/** Longer than the ten seconds after which an idle PostgreSQL connection has reported its counters. */
const COUNTERS_MS = 11_000;

/** One contestant's results for the alerts page. Times are medians over the rounds, in milliseconds. */
export interface PageNumbers {
  p50: number;
  p95: number;
  /** The time until the last byte of the reply. */
  total: number;
  pagesPerSecond: number;
  /** CPU time of the server and of PostgreSQL per page, in milliseconds. */
  serverCpu: number | null;
  postgresCpu: number | null;
}

export interface PageMeasurement {
  /** `alone` requests pages one after the other. `eight` uses eight connections. */
  alone: Record<"data" | "constant", PageNumbers>;
  eight: Record<"data" | "constant", PageNumbers>;
  /** The number of SQL statements for one page with data. */
  statements: number;
  htmlBytes: number;
  htmlGzipBytes: number;
  failures: number;
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  firstMs: number;
  totalMs: number;
}

interface Turn extends PageNumbers {
  failures: number;
}

/**
 * Measures the time to first byte of the alerts page with fifty alerts, for a signed-in person. It compares the
 * product with a copy in which reading the list returns a constant.
 */
export async function measurePage(lab: Lab, dataset: Dataset, cookie: string): Promise<PageMeasurement> {
  const env = { WORKER: "off" };
  const servers: Record<"data" | "constant", Subject> = {
    data: await lab.startServer(dataset, { env }),
    constant: await lab.startServer(dataset, { env, folder: await copyWithConstant(lab, dataset) }),
  };
  const path = `/${dataset.slug}/alerts`;
  const { seconds, warmupSeconds } = lab.settings;
  const race = async (connections: number) => {
    const turns: Record<"data" | "constant", Turn[]> = { data: [], constant: [] };
    const names = ["data", "constant"] as const;
    for (const name of names) await turn(lab, servers[name], { path, cookie, connections, seconds: warmupSeconds });
    for (let round = 0; round < lab.settings.rounds; round += 1) {
      for (const name of names)
        turns[name].push(await turn(lab, servers[name], { path, cookie, connections, seconds }));
    }
    return turns;
  };
  const [alone, eight] = [await race(1), await race(8)];
  const all = [alone, eight].flatMap(({ data, constant }) => [...data, ...constant]);
  const plain = await ask(servers.data, path, cookie, new Agent(), "identity");
  const zipped = await ask(servers.data, path, cookie, new Agent(), "gzip");
  const measured = {
    alone: { data: numbersOf(alone.data), constant: numbersOf(alone.constant) },
    eight: { data: numbersOf(eight.data), constant: numbersOf(eight.constant) },
    statements: await countStatements(dataset, servers.data, path, cookie),
    htmlBytes: plain.body.length,
    htmlGzipBytes: zipped.headers["content-encoding"] === "gzip" ? zipped.body.length : Number.NaN,
    failures: all.reduce((sum, { failures }) => sum + failures, 0),
  };
  await Promise.all([servers.data.stop(), servers.constant.stop()]);
  return measured;
}

/**
 * Builds a copy of the product whose `listAlerts` returns the current page as a constant.
 * @returns the folder of the copy.
 */
async function copyWithConstant(lab: Lab, dataset: Dataset): Promise<string> {
  const server = await lab.startServer(dataset, { env: { WORKER: "off" } });
  const query = "expand=camera&include_total=true&limit=50&sort=-created_at";
  const reply = await fetch(`${server.url}/api/v1/alerts?${query}`, { headers: dataset.headers });
  const ready = await reply.text();
  await server.stop();
  if (!reply.ok) throw new Error(`The list for the constant did not come: ${ready}`);

  const copy = join(lab.folder, "page-with-constant");
  const left = new Set(["node_modules", ".git", ".data", "test-results", "playwright-report"]);
  cpSync(productRoot, copy, {
    recursive: true,
    filter: (source) =>
      !source
        .slice(productRoot.length + 1)
        .split("/")
        .some((name) => left.has(name) || /^\.next|^\.env$/.test(name)),
  });
  symlinkSync(join(productRoot, "node_modules"), join(copy, "node_modules"));
  // Turbopack's root must contain both the copy and its linked packages, which are in another folder.
  const config = readFileSync(join(copy, "next.config.js"), "utf8");
  writeFileSync(
    join(copy, "next.config.js"),
    config.replace("export default {", 'export default {\n  turbopack: { root: "/" },'),
  );
  const declared = "export async function listAlerts(";
  if (!readFileSync(join(copy, READS), "utf8").includes(declared))
    throw new Error(`${READS} has no listAlerts any more`);
  renameSync(join(copy, READS), join(copy, READS.replace(".ts", "-of-product.ts")));
  writeFileSync(
    join(copy, READS),
    `export * from "./reads-of-product";\nconst ready = JSON.parse(${JSON.stringify(ready)});\nexport async function listAlerts() {\n  return ready;\n}\n`,
  );
  await lab.onAllCores(async () => {
    lab.say("Building the pages with a constant");
    const build =
      "import('./scripts/build.ts').then((module) => module.buildIfNeeded(() => {})).then(() => process.exit(0))";
    execFileSync(process.execPath, ["--import", "tsx", "--eval", build], {
      cwd: copy,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "inherit"],
    });
  });
  return copy;
}

type Drive = { path: string; cookie: string; connections: number; seconds: number };

/**
 * Requests the page for a number of seconds. Each connection sends its next request once the previous reply has
 * arrived.
 */
async function turn(lab: Lab, server: Subject, { path, cookie, connections, seconds }: Drive): Promise<Turn> {
  const replies: Reply[] = [];
  const cpu = cpuSeconds(server.pid);
  const began = performance.now();
  const until = began + seconds * 1_000;
  const { postgresCpu } = await postgresDuring(lab, () =>
    Promise.all(
      Array.from({ length: connections }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        while (performance.now() < until) replies.push(await ask(server, path, cookie, agent, "gzip"));
        agent.destroy();
      }),
    ),
  );
  const tookMs = performance.now() - began;
  const after = cpuSeconds(server.pid);
  const perPage = (cpuS: number | null) => (cpuS === null ? null : (cpuS * 1_000) / replies.length);
  const first = replies.map(({ firstMs }) => firstMs);
  return {
    p50: percentile(first, 0.5),
    p95: percentile(first, 0.95),
    total: median(replies.map(({ totalMs }) => totalMs)),
    pagesPerSecond: (replies.length / tookMs) * 1_000,
    serverCpu: perPage(cpu === null || after === null ? null : after - cpu),
    postgresCpu: perPage(postgresCpu),
    failures: replies.filter(({ status }) => status !== 200).length,
  };
}

function numbersOf(turns: readonly Turn[]): PageNumbers {
  return {
    p50: median(turns.map(({ p50 }) => p50)),
    p95: median(turns.map(({ p95 }) => p95)),
    total: median(turns.map(({ total }) => total)),
    pagesPerSecond: median(turns.map(({ pagesPerSecond }) => pagesPerSecond)),
    serverCpu: medianKnown(turns.map(({ serverCpu }) => serverCpu)),
    postgresCpu: medianKnown(turns.map(({ postgresCpu }) => postgresCpu)),
  };
}

function ask(server: Subject, path: string, cookie: string, agent: Agent, encoding: string): Promise<Reply> {
  return new Promise((done, fail) => {
    const began = performance.now();
    const request = get(server.url + path, { agent, headers: { Cookie: cookie, "Accept-Encoding": encoding } });
    request.once("error", fail);
    request.once("response", (response) => {
      const pieces: Buffer[] = [];
      let firstMs = Number.NaN;
      response.on("data", (piece: Buffer) => {
        if (pieces.length === 0) firstMs = performance.now() - began;
        pieces.push(piece);
      });
      response.once("error", fail);
      response.once("end", () => {
        const { statusCode: status = 0, headers } = response;
        done({ status, headers, body: Buffer.concat(pieces), firstMs, totalMs: performance.now() - began });
      });
    });
  });
}

/**
 * Returns the number of SQL statements per page. It counts transactions: each statement is one, and nothing else
 * uses the database.
 */
async function countStatements({ sql, url }: Dataset, server: Subject, path: string, cookie: string): Promise<number> {
  const name = new URL(url).pathname.slice(1);
  const committed = async () => {
    await sleep(COUNTERS_MS);
    const [row] = await sql<{ count: number }[]>`
      select xact_commit::int as count from pg_stat_database where datname = ${name}`;
    return row?.count ?? Number.NaN;
  };
  const agent = new Agent({ keepAlive: true });
  const before = await committed();
  for (let page = 0; page < PAGES_COUNTED; page += 1) await ask(server, path, cookie, agent, "gzip");
  const after = await committed();
  agent.destroy();
  return Math.round((after - before) / PAGES_COUNTED);
}
