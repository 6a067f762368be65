import type postgres from "postgres";

/** PostgreSQL's built-in types and their array types. Their OIDs are the same in every database (pg_type.dat). */
const arrayTypes: readonly (readonly [type: number, array: number])[] = [
  [16, 1000], // boolean
  [20, 1016], // bigint
  [21, 1005], // smallint
  [23, 1007], // integer
  [25, 1009], // text
  [27, 1010], // tid
  [114, 199], // json
  [700, 1021], // real
  [701, 1022], // double precision
  [1043, 1015], // varchar
  [1082, 1182], // date
  [1114, 1115], // timestamp
  [1184, 1185], // timestamptz
  [1700, 1231], // numeric
  [2950, 2951], // uuid
  [3802, 3807], // jsonb
];

const TIMES = [1082, 1083, 1114, 1184]; // date, time, timestamp, timestamptz
const JSONS = [114, 3802]; // json, jsonb

const asIs = (value: unknown) => value;

/**
 * Configures a driver for Drizzle: times are PostgreSQL's text, JSON is sent as text, and arrays are supported.
 * The array types are listed here, because `fetch_types` queries the server on every new connection. If the
 * connection breaks at that moment, the driver leaves an unhandled rejection, which ends the process.
 */
export function registerTypes({ parsers, serializers }: postgres.Sql["options"]): void {
  for (const type of TIMES) {
    parsers[type] = asIs;
    serializers[type] = asIs;
  }
  for (const type of JSONS) serializers[type] = asIs;
  for (const [type, array] of arrayTypes) {
    parsers[array] = (text: string) => parseArray(text, parsers[type] ?? String);
    serializers[array] = (list: unknown) =>
      Array.isArray(list) ? formatArray(list, serializers[type] ?? String) : list;
  }
}

/** Parses PostgreSQL's text format of arrays (§8.15.6 of its manual). Nested arrays aren't supported. */
function parseArray(text: string, parse: (item: string) => unknown): unknown[] {
  const inner = text.slice(1, -1);
  if (inner === "") return [];
  const read = (item: string) => (item === "NULL" ? null : parse(item));
  if (!inner.includes('"')) return inner.split(",").map(read);
  const items = inner.matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs);
  return Array.from(items, ([item, quoted]) =>
    quoted === undefined ? read(item) : parse(quoted.replace(/\\(.)/gs, "$1")),
  );
}

function formatArray(list: readonly unknown[], format: (item: unknown) => unknown): string {
  const write = (item: unknown) => `"${String(format(item)).replaceAll(/["\\]/g, "\\$&")}"`;
  return `{${list.map((item) => (item === null ? "null" : write(item))).join(",")}}`;
}
