/** Waits for work so long and no longer. @throws Error with the code `ETIMEDOUT`. */
export async function withTimeLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
