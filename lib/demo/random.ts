/** Pseudo-random numbers, reproducible from a seed. For generated data, never for secrets. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  chance(probability: number): boolean;
  between(low: number, high: number): number;
  /** An integer from `low` to `high`, inclusive. */
  integer(low: number, high: number): number;
  /** An item of a non-empty list. */
  pick<T>(list: readonly T[]): T;
  /** A key, chosen by weight. */
  weighted<K extends string>(weights: Partial<Record<K, number>>): K;
  /** Normally distributed around 0 with a standard deviation of 1. */
  normal(): number;
  /** Log-normally distributed, with the given `median`. */
  around(median: number, spread: number): number;
  /** A random count with the expected value `mean`. */
  poisson(mean: number): number;
  hex(digits: number): string;
}

/** Marsaglia's "Xorshift RNGs" (2003), 32 bits, shifts 13, 17 and 5. */
export function createRandom(seed: number): Random {
  let state = seed | 0 || 1;

  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  }
  const between = (low: number, high: number) => low + (high - low) * next();
  const integer = (low: number, high: number) => low + Math.floor((high - low + 1) * next());
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

  return {
    next,
    chance: (probability) => next() < probability,
    between,
    integer,
    pick: <T>(list: readonly T[]) => list[integer(0, list.length - 1)] as T,
    weighted<K extends string>(weights: Partial<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const hit = entries.find(([, weight]) => {
        rest -= weight;
        return rest < 0;
      });
      return (hit ?? (entries.at(-1) as [K, number]))[0];
    },
    normal,
    around: (median, spread) => median * Math.exp(spread * normal()),
    poisson(mean) {
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count += 1;
      return count;
    },
    hex: (digits) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join(""),
  };
}
