import { withTimeLimit } from "./time-limit";

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Lane<Item, Result> {
  waiting: Waiting<Item, Result>[];
  inFlight: number;
  /** The last batch sent. The next batch waits until it completes or `PATIENCE_MS` have passed. */
  awaited: Waiting<Item, Result>[] | null;
  scheduled: boolean;
}

/** How long a statement waits for the previous one before it runs in parallel, in milliseconds. */
const PATIENCE_MS = 20;

/**
 * Returns a function that batches concurrent calls into one statement with up to `maxItems` items. A call is sent
 * at once if no statement is running, otherwise with the next one. Up to `maxInFlight` slow statements run in
 * parallel. After `deadlineMs`, the calls of a statement fail with `ETIMEDOUT`. `run` returns results in item
 * order; an Error rejects only its caller. `laneOf` assigns calls that may block each other to separate lanes,
 * each with its own `maxInFlight`.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  options: { maxItems: number; maxInFlight: number; deadlineMs: number; laneOf?: (item: Item) => string },
): (item: Item) => Promise<Result> {
  const lanes = new Map<string, Lane<Item, Result>>();

  function schedule(name: string, lane: Lane<Item, Result>) {
    if (lane.waiting.length === 0 && lane.inFlight === 0) lanes.delete(name);
    if (lane.scheduled || lane.awaited || lane.inFlight >= options.maxInFlight || lane.waiting.length === 0) return;
    lane.scheduled = true;
    // Waits one turn of the event loop, so that calls of the same turn share a batch.
    setImmediate(send, name, lane);
  }

  async function send(name: string, lane: Lane<Item, Result>) {
    lane.scheduled = false;
    const batch = lane.waiting.splice(0, options.maxItems);
    lane.inFlight += 1;
    lane.awaited = batch;
    const goOn = () => {
      if (lane.awaited === batch) lane.awaited = null;
      schedule(name, lane);
    };
    const impatient = setTimeout(goOn, PATIENCE_MS);
    try {
      // The time limit keeps a statement that never completes from blocking later ones.
      const results = await withTimeLimit(options.deadlineMs, run(batch.map(({ item }) => item)));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      clearTimeout(impatient);
      lane.inFlight -= 1;
      goOn();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const name = options.laneOf?.(item) ?? "";
      const lane = lanes.get(name) ?? { waiting: [], inFlight: 0, awaited: null, scheduled: false };
      lanes.set(name, lane);
      lane.waiting.push({ item, resolve, reject });
      schedule(name, lane);
    });
}
