import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { isSuccess, pace, postJson } from "./pace";
import { percentile } from "./statistics";

/**
 * The load of a program that creates alerts at a constant rate while many listeners in the same process follow the
 * event stream.
 */
export interface StreamLoad {
  url: string;
  headers: Record<string, string>;
  /** The alert to create. Each request replaces its title with a unique one. */
  alert: object;
  listeners: number;
  perSecond: number;
  seconds: number;
  /** The number of the first alert's title, which keeps titles unique within a run. */
  firstNumber: number;
}

export interface StreamResult {
  created: number;
  /**
   * Milliseconds until a listener received an alert's event. `sinceSent` starts when the request was due,
   * `sinceAnswered` at its reply.
   */
  sinceSent: { p50: number; p95: number; p99: number };
  sinceAnswered: { p50: number; p95: number };
  createP95: number;
  /** Events that didn't arrive (`lost`), and events that arrived more than once (`repeated`), over all listeners. */
  lost: number;
  repeated: number;
  failures: number;
  driverCpu: number;
}

const MARK = Buffer.from("bench-");
const DIGITS = 8;
const DELIVERY_TIMEOUT_MS = 10_000;
const titleOf = (n: number) => `${MARK}${String(n).padStart(DIGITS, "0")}`;

/**
 * Returns a parser for chunks of a stream. It calls `onNumber` with the number in each title, even if a title
 * spans two chunks.
 */
function titles(onNumber: (n: number) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    const data = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    let place = 0;
    for (;;) {
      const found = data.indexOf(MARK, place);
      const end = found + MARK.length + DIGITS;
      if (found === -1 || end > data.length) {
        rest = data.subarray(found === -1 ? Math.max(place, data.length - MARK.length + 1) : found);
        return;
      }
      onNumber(Number(data.toString("latin1", found + MARK.length, end)));
      place = end;
    }
  };
}

async function run(load: StreamLoad): Promise<StreamResult> {
  const { url, headers, alert, listeners, perSecond, seconds, firstNumber } = load;
  const total = Math.round(perSecond * seconds);
  const dueAt = new Float64Array(total);
  const answeredAt = new Float64Array(total);
  const isCreated = new Uint8Array(total);
  const seen = Array.from({ length: listeners }, () => new Float64Array(total));
  let repeated = 0;
  let arrived = 0;

  const open = await Promise.all(
    seen.map(
      (times) =>
        new Promise<IncomingMessage>((done, failed) => {
          const outgoing = get(
            `${url}/api/v1/events/stream?type=alert.created`,
            { headers, agent: false },
            (stream) => {
              if (stream.statusCode !== 200) failed(new Error(`The stream was refused: ${stream.statusCode}`));
              stream.on(
                "data",
                titles((number) => {
                  const n = number - firstNumber;
                  if (n < 0 || n >= total) return;
                  if (times[n]) repeated += 1;
                  else arrived += 1;
                  times[n] = performance.now();
                }),
              );
              stream.once("data", () => done(stream));
              stream.on("error", () => {});
            },
          );
          outgoing.once("error", failed);
        }),
    ),
  );

  const before = process.cpuUsage();
  let failures = 0;
  const createMs: number[] = [];
  await pace(perSecond, seconds, async (n, due) => {
    dueAt[n] = due;
    const body = JSON.stringify({ ...alert, title: titleOf(firstNumber + n) });
    const status = await postJson(`${url}/api/v1/alerts`, headers, body);
    answeredAt[n] = performance.now();
    createMs.push(performance.now() - due);
    if (isSuccess(status)) isCreated[n] = 1;
    else failures += 1;
  });
  const expected = isCreated.reduce((sum, one) => sum + one, 0) * listeners;
  const deadline = performance.now() + DELIVERY_TIMEOUT_MS;
  while (arrived < expected && performance.now() < deadline) await sleep(50);
  const { user, system } = process.cpuUsage(before);
  for (const stream of open) stream.destroy();

  const sinceSent: number[] = [];
  const sinceAnswered: number[] = [];
  for (const times of seen) {
    for (const [n, at] of times.entries()) {
      if (!at || !isCreated[n]) continue;
      sinceSent.push(at - (dueAt[n] ?? 0));
      // Listeners often receive the event before its creator gets the reply, so a negative delay counts as zero.
      sinceAnswered.push(Math.max(0, at - (answeredAt[n] ?? 0)));
    }
  }
  return {
    created: expected / listeners,
    sinceSent: { p50: percentile(sinceSent, 0.5), p95: percentile(sinceSent, 0.95), p99: percentile(sinceSent, 0.99) },
    sinceAnswered: { p50: percentile(sinceAnswered, 0.5), p95: percentile(sinceAnswered, 0.95) },
    createP95: percentile(createMs, 0.95),
    lost: expected - sinceSent.length,
    repeated,
    failures,
    driverCpu: (user + system) / 1e6,
  };
}

const result = await run(JSON.parse(await text(process.stdin)) as StreamLoad);
process.stdout.write(JSON.stringify(result), () => process.exit(0));
