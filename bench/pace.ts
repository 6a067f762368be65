import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const STEP_MS = 2;
const TIMEOUT_MS = 10_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Calls `send` at a constant rate, without waiting for previous calls. In this open loop, a slow server doesn't
 * reduce its load. `dueAt` is the scheduled start, on the clock of `performance.now()`.
 */
export async function pace(
  perSecond: number,
  seconds: number,
  send: (n: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  const total = Math.round(perSecond * seconds);
  const running: Promise<void>[] = [];
  for (let n = 0; n < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * perSecond) + 1);
    for (; n < due; n += 1) running.push(send(n, started + (n * 1_000) / perSecond));
    await sleep(STEP_MS);
  }
  await Promise.all(running);
}

/**
 * Posts JSON over one of a few persistent connections.
 * @returns the status, or 0 if there was no reply.
 */
export function postJson(url: string, headers: OutgoingHttpHeaders, body: string): Promise<number> {
  return new Promise((done) => {
    const outgoing = request(
      url,
      {
        method: "POST",
        agent,
        timeout: TIMEOUT_MS,
        headers: { ...headers, "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) },
      },
      (response) => {
        response.resume();
        response.once("end", () => done(response.statusCode ?? 0));
        response.once("error", () => done(0));
      },
    );
    outgoing.once("error", () => done(0));
    outgoing.once("timeout", () => outgoing.destroy());
    outgoing.end(body);
  });
}

export const isSuccess = (status: number) => status >= 200 && status < 300;
