/**
 * Whether an object carries a brand: a property named by a symbol of the global registry. Next's bundle and the server
 * each load their own copy of a module, so `instanceof` knows only the objects of its own copy.
 */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return typeof value === "object" && value !== null && brand in value;
}
