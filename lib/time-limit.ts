/**
 * Waits for a promise, up to a time limit in milliseconds. The work itself continues after the limit.
 * @throws Error with the code `ETIMEDOUT`.
 */
export function withTimeLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(Object.assign(new Error(`no response within ${limitMs} ms`), { code: "ETIMEDOUT" }));
    // After a busy period, the timer fires before pending replies are read from the socket. `setImmediate` lets
    // those be read first.
    const timer = setTimeout(() => setImmediate(end), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
