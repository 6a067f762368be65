const home = globalThis as { [key: symbol]: Map<string, unknown> | undefined };
const key = Symbol.for("sightline.process");

/**
 * Returns per-process state (pool, limiter, buffers). Next's bundle and the server load separate copies of modules, so
 * module scope isn't enough: all copies share this map.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  home[key] ??= new Map();
  const map = home[key];
  if (!map.has(name)) map.set(name, make());
  return map.get(name) as T;
}
