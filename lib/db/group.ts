interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets callers that arrive together share one statement. Sent at once when nothing is in flight; what gathers
 * while a statement runs goes into the next one, so a lone caller never waits for company.
 * `run` answers in the order of the items; an Error in a place rejects that caller alone.
 */
export function group<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  options: { maxItems: number; maxInFlight: number; deadlineMs: number },
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule() {
    if (scheduled || inFlight >= options.maxInFlight || waiting.length === 0) return;
    scheduled = true;
    // One turn of the event loop, so that requests read from their sockets in the same turn go together.
    setImmediate(send);
  }

  async function send() {
    scheduled = false;
    const batch = waiting.slice(0, options.maxItems);
    waiting = waiting.slice(options.maxItems);
    inFlight += 1;
    schedule();
    try {
      const results = await atMost(options.deadlineMs, run(batch.map(({ item }) => item)));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

// A statement that never answers must not keep the place of those that would.
async function atMost<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
