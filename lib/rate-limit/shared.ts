import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { createBatcher } from "@/lib/batcher";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { withTimeLimit } from "@/lib/time-limit";
import { type Count, type Counter, createWindows, type Take } from "./windows";

const ANSWER_WITHIN_MS = 100;
const CONNECT_WITHIN_MS = 1_000;
/**
 * After a failure, the process counts alone for this many milliseconds, so that not every request waits for an
 * unreachable server.
 */
const RETRY_AFTER_MS = 1_000;
const SILENCE_MS = 2_000;
const MAX_BACKOFF_MS = 1_000;
const MAX_TAKES = 500;

/**
 * The Redis script that counts requests. An entry contains the amount per caller, the number of callers, and the
 * quotas of its counters. The script grants as many callers as fit into all counters. It returns their number, and
 * for each counter the amount used and the milliseconds left.
 */
const SCRIPT = `
local reply, at, key = {}, 2, 1
while at <= #ARGV do
  local amount, granted, counters = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  for i = 0, counters - 1 do
    local left = tonumber(ARGV[at + 3 + i]) - tonumber(redis.call("GET", KEYS[key + i]) or "0")
    if amount > 0 then granted = math.max(0, math.min(granted, math.floor(left / amount))) end
  end
  reply[#reply + 1] = granted
  for i = key, key + counters - 1 do
    local used = redis.call("INCRBY", KEYS[i], granted * amount)
    local left = redis.call("PTTL", KEYS[i])
    if left < 0 then
      left = tonumber(ARGV[1])
      redis.call("PEXPIRE", KEYS[i], left)
    end
    reply[#reply + 1] = used
    reply[#reply + 1] = left
  end
  at, key = at + 3 + counters, key + counters
end
return reply`;
const SCRIPT_SHA = createHash("sha1").update(SCRIPT).digest("hex");
const KEY_PREFIX = "sightline:rate:";

interface Asked {
  counters: readonly Counter[];
  amount: number;
}

type Windows = (...asked: Parameters<Take>) => Count[] | Promise<Count[]>;

/**
 * Returns the rate limit windows for a window length. All instances share them if there is a Redis server.
 * Otherwise they are local to this process.
 */
export function rateWindows(seconds: number): Windows {
  return processSingleton(`rate-windows-${seconds}`, () => {
    const own = createWindows(seconds);
    const { REDIS_URL } = env();
    return REDIS_URL ? createSharedWindows(REDIS_URL, seconds, own) : own;
  });
}

/**
 * Creates windows that all instances share through Redis or Valkey. Requests that arrive together share a round
 * trip. While the server is unavailable, `own` counts instead, so limits apply per instance.
 */
function createSharedWindows(url: string, seconds: number, own: Take): Windows {
  const client = connect(url);
  const connected = new Promise<void>((resolve) => {
    client.once("ready", () => resolve());
    client.once("close", () => resolve());
  });
  let awayUntil = 0;

  async function run(asked: Asked[]): Promise<Count[][]> {
    try {
      await withTimeLimit(CONNECT_WITHIN_MS, connected);
      const counts = await withTimeLimit(ANSWER_WITHIN_MS, takeAll(client, seconds, asked));
      if (awayUntil > 0) log.info("the shared rate limits are available again");
      awayUntil = 0;
      return counts;
    } catch (error) {
      const { name, message } = error as Error;
      if (awayUntil === 0)
        log.warn({ error: name, message }, "shared rate limits are unavailable: each instance counts on its own");
      awayUntil = performance.now() + RETRY_AFTER_MS;
      return asked.map(({ counters, amount }) => own(counters, amount));
    }
  }

  const together = createBatcher(run, { maxItems: MAX_TAKES, maxInFlight: 2, deadlineMs: 2 * CONNECT_WITHIN_MS });
  return async (counters, amount) => {
    if (performance.now() < awayUntil) return own(counters, amount);
    return together({ counters, amount });
  };
}

function connect(url: string): Redis {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_BACKOFF_MS),
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  // Ignored, because the affected request gets the error, too. Without a listener, it would end the process.
  client.on("error", () => {});
  return client;
}

/** Callers that take the same amount from the same counters share one entry of the script. */
async function takeAll(client: Redis, seconds: number, asked: Asked[]): Promise<Count[][]> {
  const entries = new Map<string, Asked & { places: number[] }>();
  asked.forEach((item, place) => {
    const name = [item.amount, ...item.counters.map(({ subject }) => subject)].join(" ");
    const entry = entries.get(name) ?? { ...item, places: [] };
    entry.places.push(place);
    entries.set(name, entry);
  });
  const list = [...entries.values()];
  const keys = list.flatMap(({ counters }) => counters.map(({ subject }) => KEY_PREFIX + subject));
  const quotas = list.flatMap(({ amount, places, counters }) => {
    return [amount, places.length, counters.length, ...counters.map(({ quota }) => quota)];
  });
  const reply = await evaluate(client, keys, [seconds * 1_000, ...quotas]);
  const results: Count[][] = [];
  let at = 0;
  for (const { counters, amount, places } of list) {
    const [granted = 0, ...counts] = reply.slice(at, at + 1 + 2 * counters.length);
    at += 1 + counts.length;
    places.forEach((place, rank) => {
      // The counters include all granted callers of the entry, so the amounts of later callers are added back.
      const later = rank < granted ? (granted - 1 - rank) * amount : 0;
      results[place] = counters.map(({ quota }, index) => {
        const left = quota - (counts[2 * index] ?? quota);
        const resetMs = counts[2 * index + 1] ?? 0;
        return { fits: rank < granted || left >= amount, remaining: Math.max(0, left + later), resetMs };
      });
    });
  }
  return results;
}

async function evaluate(client: Redis, keys: string[], values: number[]): Promise<number[]> {
  try {
    return (await client.evalsha(SCRIPT_SHA, keys.length, ...keys, ...values)) as number[];
  } catch (error) {
    if (!(error as Error).message.startsWith("NOSCRIPT")) throw error;
    return (await client.eval(SCRIPT, keys.length, ...keys, ...values)) as number[];
  }
}
