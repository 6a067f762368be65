const numberFormat = new Intl.NumberFormat("en");

/** A number with separators, for example `12,345`. */
export function formatCount(n: number): string {
  return numberFormat.format(n);
}

/** A number and what it counts, for example `1 request`, `12,345 requests`. */
export function formatQuantity(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}
