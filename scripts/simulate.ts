import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Alert } from "@/lib/alerts/schema";
import type { Camera } from "@/lib/cameras/schema";
import { createRandom } from "@/lib/demo/random";
import type { Me } from "@/lib/organizations/schema";
import { createProgress } from "./progress";
import { readArguments, type SimulationOptions, USAGE } from "./simulate-arguments";
import { fetchCameras, heartbeatCameras, onboardCameras, postHeartbeats } from "./simulate-cameras";
import { createDetector } from "./simulate-detections";
import { type Answer, createPartner, isCallFailure, type Partner } from "./simulate-partner";
import {
  countUnconfirmed,
  createTally,
  findLost,
  formatTally,
  recordAnswer,
  recordFailure,
  summaryLines,
} from "./simulate-tally";
import { createTriage } from "./simulate-triage";

const HEARTBEAT_INTERVAL_MS = 30_000;
const TRIAGE_INTERVAL_MS = 1_000;
/** Maximum number of concurrent detections. No new one is sent until another completes. */
const MAX_UNANSWERED = 64;
const ANSWERS_AFTER_STOP_MS = 10_000;
const CLOCK_SLACK_MS = 2_000;
const NOTE_INTERVAL_MS = 10_000;

/**
 * Checks the key with `GET /me`, and returns the reply.
 * @throws Error that says what to do if there is no response or the key is rejected.
 */
async function greet(options: SimulationOptions): Promise<Answer<Me>> {
  try {
    return await createPartner({ ...options, giveUpAfterMs: 0 }).get<Me>("/me");
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    if (error.status === 0) {
      throw new Error(`No Sightline answers at ${options.url} (${error.message}). Start it with \`npm start\`.`);
    }
    if (error.status === 401) throw new Error(`The server at ${options.url} does not know this API key.`);
    throw new Error(`The server at ${options.url} refused: ${error.message || error.code}`);
  }
}

function assertScopes({ scopes }: Me): void {
  const missing = (["alerts:read", "alerts:write", "cameras:read", "cameras:write"] as const).filter(
    (scope) => !scopes.includes(scope),
  );
  if (missing.length > 0) throw new Error(`The API key lacks ${missing.join(", ")}: choose one with these scopes.`);
}

/** Calls `work` repeatedly, with a pause after each run, until the signal is aborted. */
async function repeat(intervalMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await pause(intervalMs, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

async function simulate(options: SimulationOptions, stop: AbortSignal): Promise<boolean> {
  const me = await greet(options);
  assertScopes(me.body);
  const since = new Date(Date.parse(me.headers.get("date") ?? new Date().toISOString()) - CLOCK_SLACK_MS);
  const tally = createTally();
  const onRetry = () => {
    tally.retried += 1;
  };
  const partner = createPartner({ ...options, onRetry });
  const known = await fetchCameras(partner);
  const fresh = await onboardCameras(partner, known);
  const cameras = [...fresh, ...known];
  const { organization, credential } = me.body;
  console.log(`${organization.name}, as "${credential.name}": ${known.length} cameras, ${fresh.length} onboarded now.`);

  const ended = new AbortController();
  const untilEnd = AbortSignal.any([stop, ended.signal]);
  const random = createRandom(Date.now());
  const triage = createTriage(random, partner);
  const speaking = [...fresh, ...heartbeatCameras(known)];
  const background = [
    repeat(HEARTBEAT_INTERVAL_MS, untilEnd, async () => {
      tally.heartbeats += await postHeartbeats(partner, speaking);
    }),
    repeat(TRIAGE_INTERVAL_MS, untilEnd, async () => {
      tally.triaged += await triage.work(Date.now());
    }),
  ];
  await post(options, stop, { partner, cameras, tally, triage });
  ended.abort();
  await Promise.race([Promise.all(background), sleep(ANSWERS_AFTER_STOP_MS, undefined, { ref: false })]);

  const lost = await findLost(partner, tally, since).catch((error: Error) => {
    console.error(`The alerts could not be read back: ${error.message}`);
    return null;
  });
  console.log(["", ...summaryLines(tally, lost), ""].join("\n"));
  return countUnconfirmed(tally) === 0 && lost?.length === 0;
}

interface Work {
  partner: Partner;
  cameras: readonly Camera[];
  tally: ReturnType<typeof createTally>;
  triage: ReturnType<typeof createTriage>;
}

async function post(options: SimulationOptions, stop: AbortSignal, work: Work): Promise<void> {
  const { tally } = work;
  const total = Math.min(options.count, Math.ceil(options.minutes * 60 * options.rate));
  const progress = createProgress("Posting detections");
  const detect = createDetector(createRandom(Date.now() + 1), work.cameras);
  const unanswered = new Set<Promise<void>>();
  const show = () => {
    if (Number.isFinite(total)) progress.update(tally.latenciesMs.length, total, formatTally(tally));
  };
  const endless = Number.isFinite(total)
    ? null
    : setInterval(() => progress.say(`Posting detections until Ctrl-C: ${formatTally(tally)}`), NOTE_INTERVAL_MS);

  let next = Date.now();
  const endsAt = next + options.minutes * 60_000;
  while (tally.sent < total && Date.now() < endsAt && !stop.aborted) {
    while (unanswered.size >= MAX_UNANSWERED && !stop.aborted) await Promise.race([...unanswered, pause(500, stop)]);
    if (stop.aborted) break;
    tally.sent += 1;
    const sending = work.partner
      .post<Alert>("/alerts", detect(new Date()))
      .then((answer) => {
        recordAnswer(tally, answer, options.acknowledgedLog);
        if (!answer.body.deduplicated) work.triage.consider(answer.body.id, Date.now());
      })
      .catch((error: unknown) => recordFailure(tally, error))
      .finally(() => {
        unanswered.delete(sending);
        show();
      });
    unanswered.add(sending);
    next = Math.max(next + 1_000 / options.rate, Date.now());
    await pause(next - Date.now(), stop);
  }
  const patience = stop.aborted ? sleep(ANSWERS_AFTER_STOP_MS, undefined, { ref: false }) : new Promise(() => {});
  await Promise.race([Promise.all(unanswered), patience]);
  if (endless) clearInterval(endless);
  progress.stop();
}

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const options = readArguments(process.argv.slice(2), process.env);
  if (options === null) return console.log(USAGE);
  const stop = new AbortController();
  process.on("SIGINT", () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  });
  process.on("SIGTERM", () => stop.abort());
  const isComplete = await simulate(options, stop.signal);
  process.exit(isComplete ? 0 : 1);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
