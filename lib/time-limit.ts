/** Waits for work so long and no longer. @throws Error with the code `ETIMEDOUT`. */
export function withTimeLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(Object.assign(new Error(`no response within ${limitMs} ms`), { code: "ETIMEDOUT" }));
    // A process that was busy meets the timer before the answer that waits in its socket: read that first.
    const timer = setTimeout(() => setImmediate(end), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
