const home = globalThis as { [key: symbol]: Map<string, unknown> | undefined };
const key = Symbol.for("sightline.process");

/**
 * Returns the state with this name, such as the pool or a buffer, and creates it on first use. There is one per
 * process. Module scope isn't enough for that, because Next's bundle and the server load separate copies of
 * modules.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  home[key] ??= new Map();
  const map = home[key];
  if (!map.has(name)) map.set(name, make());
  return map.get(name) as T;
}
