const home = globalThis as { [key: symbol]: Map<string, unknown> | undefined };
const key = Symbol.for("sightline.process");

/**
 * What a process must have once (pool, limiter, buffers). Next's bundle and the server each load their own
 * copy of a module, so module scope is not enough: both copies meet in this map.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  home[key] ??= new Map();
  const map = home[key];
  if (!map.has(name)) map.set(name, make());
  return map.get(name) as T;
}
