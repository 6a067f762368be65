import { ID_SUFFIX } from "@/lib/db/id-suffix";

/** What Next hands a page of its address's query. */
export type PageSearchParams = Record<string, string | string[] | undefined>;

/** How one parameter of an address is read and written. */
export interface SearchParam<Value> {
  /** Undefined for texts that mean nothing: an old link still opens. */
  parse: (texts: readonly string[]) => Value | undefined;
  /** Empty for what the address doesn't have to say. */
  format: (value: Value) => string;
}

/** Reads and writes the query of a list's address. Parts that are absent are undefined. */
export interface SearchCodec<Search extends object> {
  parse: (query: URLSearchParams | PageSearchParams) => Search;
  /** The query without "?": the same text for the same search. */
  format: (search: Search) => string;
  /** `path` with the query of a search. */
  href: (path: string, search: Search) => string;
  /** Whether any parameter that is a filter is set. */
  isFiltered: (search: Search) => boolean;
  /** The search with nothing but its order and view. */
  withoutFilters: (search: Search) => Search;
}

export type SearchOf<Codec> = Codec extends SearchCodec<infer Search> ? Search : never;

interface SearchOptions<Search> {
  /** What is no filter and stays when filters are cleared: the order, the view. */
  kept?: readonly (keyof Search)[];
  /** Settles what contradicts itself. */
  tidy?: (search: Search) => Search;
}

/** Declares the parameters of a list's address, in the order in which they are written. */
export function defineSearch<Values extends object>(
  params: { [Name in keyof Values]: SearchParam<Values[Name]> },
  { kept = [], tidy = (search) => search }: SearchOptions<{ [Name in keyof Values]?: Values[Name] | undefined }> = {},
): SearchCodec<{ [Name in keyof Values]?: Values[Name] | undefined }> {
  type Search = { [Name in keyof Values]?: Values[Name] | undefined };
  const names = Object.keys(params) as (keyof Values & string)[];
  const textOf = (search: Search, name: keyof Values & string) => {
    const value = search[name];
    return value === undefined ? "" : params[name].format(value);
  };
  function format(search: Search): string {
    const query = new URLSearchParams();
    for (const name of names) {
      const text = textOf(search, name);
      if (text !== "") query.set(name, text);
    }
    // These characters mean nothing in a query, and people read addresses.
    return query.toString().replace(/%(?:2C|2F|3A|7B|7D)/g, decodeURIComponent);
  }
  return {
    parse: (query) => {
      const all = query instanceof URLSearchParams ? query : toURLSearchParams(query);
      const search: Search = {};
      for (const name of names) {
        const value = params[name].parse(all.getAll(name).filter((text) => text !== ""));
        if (value !== undefined) search[name] = value;
      }
      return tidy(search);
    },
    format,
    href: (path, search) => {
      const text = format(search);
      return text === "" ? path : `${path}?${text}`;
    },
    isFiltered: (search) => names.some((name) => !kept.includes(name) && textOf(search, name) !== ""),
    withoutFilters: (search) => {
      const left: Search = {};
      for (const name of kept) left[name] = search[name];
      return left;
    },
  };
}

function toURLSearchParams(params: PageSearchParams): URLSearchParams {
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  );
}

/** One of a set. An address that doesn't say it means `initial`. */
export function choiceParam<Value extends string>(values: readonly Value[], initial?: Value): SearchParam<Value> {
  return {
    parse: ([text]) => values.find((value) => value === text),
    format: (value) => (value === initial ? "" : value),
  };
}

/** Several of a set, in one parameter with commas or in repeated ones. */
export function choicesParam<Value extends string>(values: readonly Value[]): SearchParam<Value[]> {
  return listParam((text): text is Value => values.some((value) => value === text));
}

/** Several texts that pass a check, separated like `choicesParam`. A comma within one is written as %2C. */
export function listParam<Text extends string = string>(
  isValid: ((text: string) => text is Text) | ((text: string) => boolean),
): SearchParam<Text[]> {
  return {
    parse: (texts) => {
      const each = texts.flatMap((text) => text.split(",")).map((text) => text.replaceAll("%2C", ","));
      const valid = [...new Set(each)].filter((text): text is Text => text !== "" && isValid(text));
      return valid.length > 0 ? valid : undefined;
    },
    format: (values) =>
      values
        .map((value) => value.replaceAll(",", "%2C"))
        .sort()
        .join(","),
  };
}

const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

/** Whether the API takes a text: no control characters, no broken surrogate pairs, no more than `max` characters. */
export const isPlainText = (max: number) => (text: string) => text.length <= max && isPlain(text);

const ID = new RegExp(`^([a-z]+)_${ID_SUFFIX}$`);

/** Whether a text is an id of one of the kinds, or of any if none is named. Decoding it would bring a library to the page. */
export const isIdOf =
  (...kinds: readonly string[]) =>
  (text: string) => {
    const kind = ID.exec(text)?.[1];
    return kind !== undefined && (kinds.length === 0 || kinds.includes(kind));
  };

/** Text that somebody typed. What the API would refuse is cut out, as are spaces around it. */
export function textParam(max: number): SearchParam<string> {
  return {
    parse: ([text = ""]) => {
      const plain = isPlain(text) ? text : text.replace(/\p{Cc}/gu, "").toWellFormed();
      return plain.slice(0, max).trim() || undefined;
    },
    format: (value) => value.trim(),
  };
}

/** A text that passes a check, such as an id. */
export function checkedParam(isValid: (text: string) => boolean): SearchParam<string> {
  return { parse: ([text]) => (text !== undefined && isValid(text) ? text : undefined), format: (value) => value };
}

/** A moment in ISO 8601 with its zone. */
export function momentParam(): SearchParam<string> {
  return checkedParam(
    (text) => /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  );
}

/** A whole number from 0 to `max`. */
export function numberParam(max: number): SearchParam<number> {
  return {
    parse: ([text = ""]) => (/^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) <= max ? Number(text) : undefined),
    format: String,
  };
}
