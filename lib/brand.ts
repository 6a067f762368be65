/**
 * Returns whether an object has a brand: a property named by a symbol from the global registry. It replaces
 * `instanceof`, which fails between Next's bundle and the server, because they load separate copies of modules.
 */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return typeof value === "object" && value !== null && brand in value;
}
