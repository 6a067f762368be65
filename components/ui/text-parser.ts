import { createParser } from "nuqs/server";

/** Characters that the search of a list takes. */
export const MAX_SEARCH = 200;

/** Text in an address that the API takes: no control characters, no broken surrogate pairs, no more than `max`. */
export function textParser(max: number) {
  return createParser({
    parse: (value) =>
      value
        .replace(/\p{Cc}/gu, "")
        .toWellFormed()
        .slice(0, max),
    serialize: (value: string) => value,
  });
}
