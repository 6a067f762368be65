/**
 * Returns whether an object has a brand: a property with a symbol from the global registry. Next's bundle and the
 * server load separate copies of modules, so `instanceof` recognizes only objects of its own copy.
 */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return typeof value === "object" && value !== null && brand in value;
}
