import { drive } from "./drive";
import type { DriverResult, Load } from "./driver";
import type { Row } from "./figure";
import type { Dataset, Lab, LabSettings, Subject } from "./lab";
import { cpuSeconds, runProgram } from "./processes";
import type { SqlLoad } from "./references/sql";
import { median, medianKnown } from "./statistics";

/** The results of one contestant's turn. */
interface Turn extends DriverResult {
  /** CPU seconds that the server used during the turn. */
  serverCpu: number | null;
  postgresCpu: number | null;
}

export interface Contestant {
  name: string;
  run(seconds: number): Promise<Turn>;
}

/** A contestant's results as medians over the rounds. CPU is in seconds per 10,000 requests. */
export interface ContestantResult {
  name: string;
  requestsPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  serverCpu: number | null;
  postgresCpu: number | null;
  /** The server's utilization of its core. If it is well below 1, something else was the bottleneck. */
  busy: number | null;
  /** The number of cores that PostgreSQL and the driver used together. */
  othersBusy: number | null;
  failures: number;
}

const difference = (after: number | null, before: number | null) =>
  after === null || before === null ? null : after - before;

/** Runs work, and measures the CPU seconds that all PostgreSQL processes used during it. */
export async function postgresDuring<T>(
  lab: Lab,
  work: () => Promise<T>,
): Promise<{ result: T; postgresCpu: number | null }> {
  const before = await lab.postgresCpu();
  const result = await work();
  return { result, postgresCpu: difference(await lab.postgresCpu(), before) };
}

/** Creates a contestant that is a server, driven over HTTP. */
export function overHttp(lab: Lab, name: string, subject: Subject, load: Omit<Load, "seconds">): Contestant {
  return {
    name,
    run: async (seconds) => {
      const before = cpuSeconds(subject.pid);
      const { result, postgresCpu } = await postgresDuring(lab, () => drive({ ...load, seconds }));
      return { ...result, serverCpu: difference(cpuSeconds(subject.pid), before), postgresCpu };
    },
  };
}

/** Creates a contestant that runs only the references' SQL statements, without a server. */
export function bareSql(lab: Lab, dataset: Dataset, load: Omit<SqlLoad, "seconds">): Contestant {
  return {
    name: "the limit: the statement alone, postgres.js",
    run: async (seconds) => {
      const env = { ...process.env, ...lab.referenceEnvironment(dataset) };
      const program = { args: ["--import", "tsx", "bench/references/sql.ts"], cores: "server", env } as const;
      const { result, postgresCpu } = await postgresDuring(lab, () =>
        runProgram<DriverResult>(program, { ...load, seconds }),
      );
      return { ...result, serverCpu: result.driverCpu, driverCpu: 0, postgresCpu };
    },
  };
}

/**
 * Warms up each contestant, and then lets them take turns (A B C A B C …).
 * @returns each contestant's result.
 */
export async function takeTurns(
  lab: Lab,
  contestants: readonly Contestant[],
  lengths: Partial<Pick<LabSettings, "rounds" | "seconds" | "warmupSeconds">> = {},
): Promise<ContestantResult[]> {
  const { rounds, seconds, warmupSeconds } = { ...lab.settings, ...lengths };
  const turns = contestants.map((): Turn[] => []);
  for (const { run } of contestants) await run(warmupSeconds);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [n, { run }] of contestants.entries()) turns[n]?.push(await run(seconds));
  }
  return contestants.map(({ name }, n) => standingOf(name, turns[n] ?? []));
}

function standingOf(name: string, turns: readonly Turn[]): ContestantResult {
  const per = (of: "serverCpu" | "postgresCpu") =>
    medianKnown(turns.map((turn) => (turn[of] === null ? null : (turn[of] / turn.requests) * 10_000)));
  return {
    name,
    requestsPerSecond: median(turns.map(({ requests, seconds }) => requests / seconds)),
    p50: median(turns.map(({ p50 }) => p50)),
    p95: median(turns.map(({ p95 }) => p95)),
    p99: median(turns.map(({ p99 }) => p99)),
    serverCpu: per("serverCpu"),
    postgresCpu: per("postgresCpu"),
    busy: medianKnown(turns.map(({ serverCpu, seconds }) => (serverCpu === null ? null : serverCpu / seconds))),
    othersBusy: medianKnown(
      turns.map(({ postgresCpu, driverCpu, seconds }) =>
        postgresCpu === null ? null : (postgresCpu + driverCpu) / seconds,
      ),
    ),
    failures: turns.reduce((sum, turn) => sum + turn.failures, 0),
  };
}

export const failuresOf = (standings: readonly ContestantResult[]) =>
  standings.reduce((sum, { failures }) => sum + failures, 0);

/** Converts a result to a table row. */
export function toRow({ name, busy, othersBusy, ...rest }: ContestantResult): Row {
  const share = (value: number | null) => (value === null ? null : `${Math.round(value * 100)} %`);
  return {
    name,
    "requests/s": Math.round(rest.requestsPerSecond),
    "p50 ms": rest.p50,
    "p95 ms": rest.p95,
    "p99 ms": rest.p99,
    "server CPU s/10k": rest.serverCpu,
    "PostgreSQL CPU s/10k": rest.postgresCpu,
    "server's core": share(busy),
    "PostgreSQL + driver": share(othersBusy),
    failures: rest.failures,
  };
}
