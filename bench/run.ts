import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildIfNeeded } from "@/scripts/build";
import { drive, isPinned, type Measurement, nextBin, pinToRest, type Subject, serve } from "./processes";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 32;
const UNLIMITED = "60000000";
const root = resolve(import.meta.dirname, "..");
const asJson = process.argv.includes("--json");
const say = (line: string) => {
  if (!asJson) console.log(line);
};

interface Contestant {
  name: string;
  subject: Subject;
  path: string;
  headers: Record<string, string>;
  rounds: Measurement[];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const medianOf = (contestant: Contestant, field: keyof Measurement) =>
  median(contestant.rounds.map((round) => round[field]));

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sightline-bench-"));
  await buildIfNeeded(say);
  const reference = join(root, "bench/references/next");
  execFileSync(process.execPath, [nextBin, "build", reference], {
    stdio: "ignore",
    env: { ...process.env, NODE_ENV: "production" },
  });

  const { startEmbedded } = await import("@/lib/db/embedded");
  const embedded = await startEmbedded({ dataDir: folder });
  Object.assign(process.env, {
    DATABASE_URL: embedded.url,
    AUTH_SECRET: "only for this measurement, 0123456789abcdef",
  });
  const { migrateDatabase } = await import("@/lib/db/migrate");
  await migrateDatabase(embedded.url);
  const { createTestOrganization } = await import("@/e2e/fixtures/organization");
  const { database } = await import("@/lib/db/client");
  const authorization = await (await createTestOrganization()).bearer();
  const [postmaster] = await database().sql`select pid from pg_stat_activity where backend_type = 'checkpointer'`;
  for (const { pid } of await database().sql`select pid from pg_stat_activity`) pinToRest(pid);
  if (postmaster) pinParent(postmaster.pid);

  const limits = { RATE_LIMIT_KEY: UNLIMITED, RATE_LIMIT_ORGANIZATION: UNLIMITED };
  const contestants: Contestant[] = [
    {
      name: "GET /api/v1/me, authenticated, through server.ts",
      subject: await serve(["--import", "tsx", "scripts/start.ts"], "/api/health/live", limits),
      path: "/api/v1/me",
      headers: authorization,
      rounds: [],
    },
    {
      name: "constant by a bare Next route handler (next start)",
      subject: await serve([nextBin, "start", reference, "-p", "PORT", "-H", "127.0.0.1"], "/constant"),
      path: "/constant",
      headers: {},
      rounds: [],
    },
    {
      name: "constant by node:http",
      subject: await serve(["--import", "tsx", "bench/references/http.ts"], "/"),
      path: "/",
      headers: {},
      rounds: [],
    },
  ];
  for (const { subject, path, headers } of contestants) await drive(subject.url + path, headers, CONNECTIONS, 2);
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`Round ${round} of ${ROUNDS}`);
    for (const contestant of contestants) {
      const { subject, path, headers, rounds } = contestant;
      rounds.push(await drive(subject.url + path, headers, CONNECTIONS, SECONDS));
    }
  }
  for (const { subject } of contestants) subject.stop();
  await database().sql.end();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
  report(contestants);
}

// New backends inherit the postmaster's cores.
function pinParent(child: number): void {
  const parent = execFileSync("ps", ["-o", "ppid=", "-p", String(child)])
    .toString()
    .trim();
  if (parent) pinToRest(Number(parent));
}

function report(contestants: Contestant[]): void {
  const [ours, bare] = contestants;
  if (!ours || !bare) return;
  const ratio = medianOf(ours, "requestsPerSecond") / medianOf(bare, "requestsPerSecond");
  const rows = contestants.map((contestant) => ({
    name: contestant.name,
    requests_per_second: Math.round(medianOf(contestant, "requestsPerSecond")),
    p50_ms: medianOf(contestant, "p50Ms"),
    p99_ms: medianOf(contestant, "p99Ms"),
    failures: contestant.rounds.reduce((sum, { failures }) => sum + failures, 0),
  }));
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model ?? "",
    pinned: isPinned,
    rounds: ROUNDS,
    seconds: SECONDS,
    connections: CONNECTIONS,
  };
  if (asJson) {
    console.log(JSON.stringify({ machine, rows, ratios: { me_over_bare_next: Number(ratio.toFixed(2)) } }));
    return;
  }
  console.table(rows);
  console.log(`GET /me over the bare Next constant: ${ratio.toFixed(2)} × (goal ≥ 4)`);
  console.log(
    `Node ${machine.node}, ${machine.cpu}, ${CONNECTIONS} connections, medians of ${ROUNDS} interleaved rounds of ${SECONDS} s${isPinned ? ", server pinned to one core" : ""}`,
  );
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
