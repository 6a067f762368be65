import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { addressOf } from "./call";
import { encodeCursor, type ListOwner, type Position } from "./cursor";
import type { Operation } from "./operation";
import { Answer, Json } from "./reply";

interface Page<Wire> {
  data: Wire[];
  has_more: boolean;
  next_cursor: string | null;
  total?: number;
}

interface PageOptions<Row> {
  limit: number;
  identity: string;
  position: (row: Row) => Position;
  total?: number | undefined;
}

/** A page whose rows came as text. */
export class JsonPage<Wire> extends Json<Page<Wire>> {
  constructor(
    text: string,
    readonly next_cursor: string | null,
  ) {
    super(text);
  }
}

/**
 * Makes a list's reply of rows that were read with one more than the page takes: the extra row says that there is more.
 * `identity` is `listIdentity(…)`, `position` the sort columns of a row with its id last.
 */
export function pageOf<Row, Wire>(
  owner: ListOwner,
  rows: readonly Row[],
  { toWire, ...options }: PageOptions<Row> & { toWire: (row: Row) => Wire },
): Page<Wire> {
  const { data, ...rest } = cutPage(owner, rows, options);
  return { data: data.map(toWire), ...rest };
}

/** The same of rows that `toJson` makes text of. */
export function jsonPageOf<Row, Wire>(
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

/** Adds `Link: <…>; rel="next"` (RFC 8288) to a list's reply when there is a next page. */
export function withNextLink<T extends { next_cursor: string | null }>(
  operation: Operation,
  query: object,
  page: T,
  params: object = {},
): Answer<T> {
  if (page.next_cursor === null) return new Answer(page);
  const address = addressOf(operation.path, { params, query: { ...query, cursor: page.next_cursor } });
  return new Answer(page, { headers: { Link: `<${env().BASE_URL}${address}>; rel="next"` } });
}

/** The entity tag of a version (RFC 9110 §8.8.3). `If-Match` is checked where the row is locked. */
function entityTag(version: number): string {
  return `"${version}"`;
}

/** Whether `If-Match` allows a change of this version: absent, `*`, or listing it, compared strongly (RFC 9110 §13.1.1). */
export function ifMatchAllows(header: string | null, version: number): boolean {
  if (header === null || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim() === entityTag(version));
}

/**
 * The refusal of a change when `If-Match` names another version than the current one.
 * @param kind the resource in a word, for the sentence.
 * @param ifMatch the `If-Match` header, or null for a change of any version.
 */
export function versionFailure(kind: string, version: number, ifMatch: string | null): Failure | null {
  if (ifMatchAllows(ifMatch, version)) return null;
  return new Failure("version_mismatch", `Someone changed this ${kind} since you read it. Read it again and decide.`, {
    extra: { current_version: version },
    headers: { ETag: entityTag(version) },
  });
}

/** @throws Failure `version_mismatch`, see `versionFailure`. */
export function assertVersion(kind: string, version: number, ifMatch: string | null): void {
  const failure = versionFailure(kind, version, ifMatch);
  if (failure) throw failure;
}

/** Whether `If-None-Match` names this entity tag: `*`, or a list compared weakly (RFC 9110 §13.1.2). */
export function namesTag(header: string, current: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(current));
}

/** A single resource with its `ETag`. */
export function tagged<T extends { version: number }>(resource: T): Answer<T> {
  return new Answer(resource, { headers: { ETag: entityTag(resource.version) } });
}

/** A new resource: 201 with `Location` and `ETag`; 200 when an existing one answered for it (dedup). */
export function created<T extends { id: string; version: number; deduplicated?: boolean | undefined }>(
  collection: string,
  resource: T,
): Answer<T> {
  const headers = { ETag: entityTag(resource.version) };
  if (resource.deduplicated) return new Answer(resource, { status: 200, headers });
  return new Answer(resource, { headers: { ...headers, Location: `/api/v1${collection}/${resource.id}` } });
}
