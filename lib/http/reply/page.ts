import { type CursorPosition, encodeCursor, type ListOwner } from "@/lib/http/request/cursor";
import { JsonBody } from "./reply";

interface Page<Wire> {
  data: Wire[];
  has_more: boolean;
  next_cursor: string | null;
  total?: number;
}

interface PageOptions<Row> {
  limit: number;
  identity: string;
  position: (row: Row) => CursorPosition;
  total?: number | undefined;
}

/** A page of a list as JSON text that is ready to send. */
export class JsonPage<Wire> extends JsonBody<Page<Wire>> {
  constructor(
    text: string,
    readonly next_cursor: string | null,
  ) {
    super(text);
  }
}

/**
 * Creates the reply of a list. `rows` must contain one row more than `limit` if there is a next page. `identity`
 * is `listIdentity(…)`. `position` returns a row's sort values, with the ID last.
 */
export function toPage<Row, Wire>(
  owner: ListOwner,
  rows: readonly Row[],
  { toWire, ...options }: PageOptions<Row> & { toWire: (row: Row) => Wire },
): Page<Wire> {
  const { data, ...rest } = cutPage(owner, rows, options);
  return { data: data.map(toWire), ...rest };
}

/** Creates the reply of a list like `toPage`, but as JSON text. `toJson` converts each row to JSON text. */
export function toJsonPage<Row, Wire>(
  owner: ListOwner,
  rows: readonly Row[],
  { toJson, ...options }: PageOptions<Row> & { toJson: (row: Row) => string },
): JsonPage<Wire> {
  const { data, ...rest } = cutPage(owner, rows, options);
  const members = JSON.stringify(rest).slice(1);
  return new JsonPage(`{"data":[${data.map(toJson).join(",")}],${members}`, rest.next_cursor);
}

function cutPage<Row>(owner: ListOwner, rows: readonly Row[], { limit, identity, position, total }: PageOptions<Row>) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    data,
    has_more: hasMore,
    next_cursor: hasMore ? encodeCursor(owner, identity, position(last)) : null,
    ...(total !== undefined && { total }),
  };
}
