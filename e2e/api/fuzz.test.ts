import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialsFor, operationExample } from "../fixtures/examples";
import { type FuzzRequest, type FuzzTarget, fuzzRequests, fuzzTargets } from "../fixtures/fuzz";
import { createTestOrganization } from "../fixtures/organization";
import { startTestServer, type TestServer } from "../fixtures/servers";

/** The seed of the random requests. To repeat a failed run, set `FUZZ_SEED` to the seed that the run printed. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const PER_SCENE = 40;
const AT_ONCE = 4;
const ATTEMPTS = 3;
const PER_OPERATION = Math.ceil(REQUESTS / fuzzTargets.length);
/** Matches the validation library's own messages, which don't explain what to send instead. */
const FOREIGN_ENGLISH = /Invalid (?:input|option|string|type)|Too (?:big|small)|expected |received |Unrecognized/;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const counts = new Map<number, number>();

/**
 * These tests use a separate server, because their requests exhaust the rate limits of their IP address, which
 * other tests share.
 */
let server: TestServer;
const url = () => server.url;
beforeAll(async () => {
  server = await startTestServer("server");
});

afterAll(async () => {
  agent.destroy();
  await server.stop();
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const each = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
  console.log(`fuzz: ${total} requests to ${fuzzTargets.length} operations, seed ${SEED}: ${each.join(" ")}`);
});

interface FuzzReply {
  status: number;
  type: string;
  text: string;
}

/** Sends the request unchanged. `fetch` would normalize its URL and headers. */
function transmit({ method, path, headers: given, body }: FuzzRequest): Promise<FuzzReply> {
  // This header is set explicitly, because Node sends a DELETE body with neither `Content-Length` nor
  // `Transfer-Encoding`.
  const headers = { ...given, ...(body !== null && { "Content-Length": Buffer.byteLength(body) }) };
  return new Promise((resolve, reject) => {
    const sent = request(`${url()}`, { agent, method, path: `/api/v1${path}`, headers }, (reply) => {
      const type = reply.headers["content-type"] ?? "";
      const done = (text: string) => resolve({ status: reply.statusCode ?? 0, type, text });
      if (type.startsWith("text/event-stream")) {
        done("");
        return reply.destroy();
      }
      const pieces: Buffer[] = [];
      reply.on("data", (piece) => pieces.push(piece));
      reply.on("end", () => done(Buffer.concat(pieces).toString()));
      reply.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body ?? undefined);
  });
}

/**
 * Sends a request, and repeats it after a 503 with `Retry-After`. Database timeouts cause these replies if the
 * machine stalls for seconds.
 */
async function transmitPatiently(sent: FuzzRequest): Promise<FuzzReply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await transmit(sent);
    counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
    if (reply.status !== 503 || attempt === ATTEMPTS) return reply;
    await sleep(1_000);
  }
}

/** Describes how a reply differs from the documentation. Returns null if it matches. */
function faultOf({ operation, statuses }: FuzzTarget, { method, path }: FuzzRequest, reply: FuzzReply): string | null {
  const isOwn = method === operation.method;
  const allowed = isOwn ? statuses : method === "OPTIONS" ? [204, 404] : [404, 405, 414];
  if (reply.status >= 500) return "a failure of the server";
  if (!allowed.includes(reply.status)) return `documented are ${allowed.join()}`;
  if (reply.status < 400 || method === "HEAD") return null;
  // A URL that is too long or unknown is rejected before its operation is found, so the error isn't in OAuth's
  // format.
  const hasOwnFormat = isOwn && reply.status !== 414 && reply.status !== 404;
  if (operation.protocol && hasOwnFormat) return protocolFaultOf(reply);
  const isOAuth = operation.form && hasOwnFormat;
  if (!reply.type.startsWith(isOAuth ? "application/json" : "application/problem+json")) return `it is ${reply.type}`;
  const problem = JSON.parse(reply.text);
  const sentence = isOAuth ? problem.error_description : problem.detail;
  if (problem.status !== reply.status || typeof problem.code !== "string" || !sentence) return "no problem document";
  if (isOAuth && typeof problem.error !== "string") return "no error of RFC 6749";
  const sentences = [sentence, ...(problem.errors ?? []).map(({ detail }: { detail: string }) => detail)].join("\n");
  return FOREIGN_ENGLISH.test(sentences) && !FOREIGN_ENGLISH.test(decodeURIComponent(encodeURI(path)))
    ? sentences
    : null;
}

/** Describes how an error reply of an operation with the protocol of another system differs from the documentation. */
function protocolFaultOf(reply: FuzzReply): string | null {
  if (!reply.type.startsWith("application/json")) return `it is ${reply.type}`;
  const { status, message, errors } = JSON.parse(reply.text);
  const sentences: string[] = [status, message, ...errors];
  if (errors.length === 0 || sentences.some((text) => typeof text !== "string" || text === "")) return "no error";
  // The status and the message are the other system's own words.
  return FOREIGN_ENGLISH.test(errors.join("\n")) ? errors.join("\n") : null;
}

async function fuzz(target: FuzzTarget, seed: number, count: number): Promise<string[]> {
  const organization = await createTestOrganization();
  const example = await operationExample(target.operation, organization, url());
  const headers = await credentialsFor(target.operation, organization, url(), example);
  const [camera, site, stranger] = await Promise.all([
    organization.camera(),
    organization.site(),
    createTestOrganization(),
  ]);
  const foreign = await stranger.camera();
  const ids = [camera.id, camera.externalId, site.id, foreign.id, ...Object.values(example.params ?? {})];
  const cases = fc.sample(fuzzRequests(target, example, headers, ids), { seed, numRuns: count });
  const faults: string[] = [];
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const reply = await transmitPatiently(next);
      const fault = faultOf(target, next, reply);
      if (fault === null) continue;
      const body = next.body === null ? "" : ` with ${JSON.stringify(String(next.body).slice(0, 500))}`;
      const oddities = JSON.stringify(
        Object.fromEntries(Object.entries(next.headers).filter(([name]) => !headers[name])),
      );
      faults.push(
        `${next.method} ${next.path.slice(0, 500)} ${oddities}${body} → ${reply.status} ${reply.text.slice(0, 500)}: ${fault}`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}

describe(`${REQUESTS} valid, nearly valid, and malformed requests (FUZZ_SEED=${SEED})`, () => {
  it.each(fuzzTargets.map((target, index) => [target.operation.id, target, index] as const))(
    "%s responds as documented and reports errors as problem documents without library wording",
    async (_, target, index) => {
      const faults: string[] = [];
      for (let sent = 0; sent < PER_OPERATION; sent += PER_SCENE) {
        const seed = SEED + index * 1_000_003 + sent;
        faults.push(...(await fuzz(target, seed, Math.min(PER_SCENE, PER_OPERATION - sent))));
      }
      expect(faults.slice(0, 5)).toEqual([]);
    },
    120_000,
  );
});
