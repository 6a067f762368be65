import { ID_SUFFIX } from "@/lib/db/id-suffix";

/** The search parameters that Next passes to a page. */
export type PageSearchParams = Record<string, string | string[] | undefined>;

/** Parses and formats one search parameter. */
export interface SearchParam<Value> {
  /** Returns undefined for invalid values, so that old links still work. */
  parse: (texts: readonly string[]) => Value | undefined;
  /** Returns an empty string for default values, which the URL omits. */
  format: (value: Value) => string;
}

/** Parses and formats the search parameters of a list's URL. Missing parameters are undefined. */
export interface SearchCodec<Search extends object> {
  parse: (query: URLSearchParams | PageSearchParams) => Search;
  /** Returns the query without "?". Equal searches return equal text. */
  format: (search: Search) => string;
  /** Returns `path` with the search as its query. */
  href: (path: string, search: Search) => string;
  /** Returns whether any filter is set. */
  isFiltered: (search: Search) => boolean;
  /** Returns the search without filters. It keeps only the order and the view. */
  withoutFilters: (search: Search) => Search;
}

export type SearchOf<Codec> = Codec extends SearchCodec<infer Search> ? Search : never;

interface SearchOptions<Search> {
  /** Parameters that aren't filters and survive clearing them: the order and the view. */
  kept?: readonly (keyof Search)[];
  /** Removes contradictions between parameters. */
  tidy?: (search: Search) => Search;
}

/** Returns the codec of a list's URL parameters. `params` are in the order of the URL. */
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
    // These characters need no encoding in a query. Leaving them unencoded keeps URLs readable.
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

/** A parameter with one of a set of values. If it is missing, `initial` applies. */
export function choiceParam<Value extends string>(values: readonly Value[], initial?: Value): SearchParam<Value> {
  return {
    parse: ([text]) => values.find((value) => value === text),
    format: (value) => (value === initial ? "" : value),
  };
}

/** A parameter with several values of a set, separated by commas or given repeatedly. */
export function choicesParam<Value extends string>(values: readonly Value[]): SearchParam<Value[]> {
  return listParam((text): text is Value => values.some((value) => value === text));
}

/**
 * A parameter with several texts that pass a check, separated like `choicesParam`. A comma within a value is
 * encoded as %2C.
 */
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

/**
 * Returns a function that tells whether the API accepts a text: no control characters or unpaired surrogates, and
 * at most `max` characters.
 */
export const isPlainText = (max: number) => (text: string) => text.length <= max && isPlain(text);

const ID = new RegExp(`^([a-z]+)_${ID_SUFFIX}$`);

/**
 * Returns a function that tells whether a text is an ID of one of the kinds. Without kinds, it accepts IDs of any
 * kind. It doesn't decode the ID, which would add a library to the page.
 */
export const isIdOf =
  (...kinds: readonly string[]) =>
  (text: string) => {
    const kind = ID.exec(text)?.[1];
    return kind !== undefined && (kinds.length === 0 || kinds.includes(kind));
  };

/** A parameter with free text. Characters that the API rejects and surrounding spaces are removed. */
export function textParam(max: number): SearchParam<string> {
  return {
    parse: ([text = ""]) => {
      const plain = isPlain(text) ? text : text.replace(/\p{Cc}/gu, "").toWellFormed();
      return plain.slice(0, max).trim() || undefined;
    },
    format: (value) => value.trim(),
  };
}

/** A parameter with one text that passes a check, such as an ID. */
export function checkedParam(isValid: (text: string) => boolean): SearchParam<string> {
  return { parse: ([text]) => (text !== undefined && isValid(text) ? text : undefined), format: (value) => value };
}

/** A parameter with an ISO 8601 time that includes a time zone. */
export function momentParam(): SearchParam<string> {
  return checkedParam(
    (text) => /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  );
}

/** A parameter with an integer from 0 to `max`. */
export function numberParam(max: number): SearchParam<number> {
  return {
    parse: ([text = ""]) => (/^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) <= max ? Number(text) : undefined),
    format: String,
  };
}
