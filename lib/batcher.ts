import { withTimeLimit } from "./time-limit";

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Lane<Item, Result> {
  waiting: Waiting<Item, Result>[];
  inFlight: number;
  /** The batch that was sent last, until it is answered or `PATIENCE_MS` have passed: the next one waits for that. */
  awaited: Waiting<Item, Result>[] | null;
  scheduled: boolean;
}

/** The next statement waits so long for the one before it, and then starts beside it. */
const PATIENCE_MS = 20;

/**
 * Lets callers that arrive together share one statement. Sent at once when nothing is in flight; what gathers
 * while a statement runs goes into the next one, so a lone caller never waits for company. Up to `maxInFlight` run at
 * once when they take long.
 * `run` answers in the order of the items; an Error in a place rejects that caller alone. `laneOf` parts those who may
 * have to wait for each other from those who must not wait for them; `maxInFlight` holds for each lane.
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
    // One turn of the event loop, so that requests read from their sockets in the same turn go together.
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
      // A statement that never answers must not keep the place of those that would.
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
