const numberFormat = new Intl.NumberFormat("en");

/** Formats a number with separators, for example `12,345`. */
export function formatCount(n: number): string {
  return numberFormat.format(n);
}

/**
 * Formats a number with its noun, for example `1 request` or `12,345 requests`. `many` is the plural, by default
 * `one` with an added "s".
 */
export function formatQuantity(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}
