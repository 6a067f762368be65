/**
 * The media ranges or codings of an `Accept` or `Accept-Encoding` header, with their weights. The default weight
 * is 1 (RFC 9110 §12.4.2).
 */
export type Ranges = ReadonlyMap<string, number>;

/** Parses an `Accept` or `Accept-Encoding` header in one pass. It ignores parameters other than `q`. */
export function parseRanges(header: string): Ranges {
  const ranges = new Map<string, number>();
  for (const range of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    if (name !== "" && !ranges.has(name)) ranges.set(name, value >= 0 && value <= 1 ? value : 0);
  }
  return ranges;
}

/**
 * Returns the weight of a media type and the `precision` of its range: 2 for an exact match, 1 for a range like
 * `text/*`, 0 for any type.
 */
export function mediaWeight(ranges: Ranges, type: string): { weight: number; precision: number } {
  for (const [index, name] of [type, `${type.split("/", 1)[0]}/*`, "*/*"].entries()) {
    const weight = ranges.get(name);
    if (weight !== undefined) return { weight, precision: 2 - index };
  }
  return { weight: 0, precision: 0 };
}
