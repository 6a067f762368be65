/**
 * A source of pseudo-random numbers that can be reproduced from a seed. Use it for generated data, never for
 * secrets.
 */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  chance(probability: number): boolean;
  between(low: number, high: number): number;
  /** Returns an integer from `low` to `high`, both inclusive. */
  integer(low: number, high: number): number;
  /** Returns a random item of a non-empty list. */
  pick<T>(list: readonly T[]): T;
  /** Returns a random key. Its weight determines how likely it is. */
  weighted<K extends string>(weights: Partial<Record<K, number>>): K;
  /** Returns a normally distributed number with mean 0 and standard deviation 1. */
  normal(): number;
  /** Returns a log-normally distributed number with the given `median`. */
  around(median: number, spread: number): number;
  /** Returns a Poisson-distributed count with the expected value `mean`. */
  poisson(mean: number): number;
  hex(digits: number): string;
}

/**
 * Creates a generator from a seed. The algorithm is from Marsaglia's "Xorshift RNGs" (2003), with 32 bits and the
 * shifts 13, 17 and 5.
 */
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
