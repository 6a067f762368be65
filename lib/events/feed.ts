import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId, firstIdAt, NIL_ID, timeOfId } from "@/lib/db/ids";
import type { RecordOf } from "@/lib/db/record";
import { events } from "@/lib/db/tables/records";
import { isoTime } from "@/lib/db/text";
import { notFound } from "@/lib/http/failures";
import { actorIdKind } from "@/lib/http/wire";
import { EVENT_RETENTION_D } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";
import { DELETED_EVENT, type EventType } from "@/lib/values";
import { subjectOfType } from "./definition";
import { eventExpired } from "./failures";
import type { Event } from "./schema";

/**
 * A position in the feed, ordered by (transaction ID, event ID). Only events of transactions older than every
 * running one are read, so no event can be added before a position that was read
 * (docs/decisions/023-feed-positions.md).
 */
export interface FeedPosition {
  transactionId: string;
  id: string;
}

/** The maximum number of events scanned per read with a type filter. */
const SCAN_SIZE = 20_000;
/**
 * The number of events, lowest IDs first, among which the lowest transaction ID is searched. Both orders are
 * nearly the same.
 */
const NEARLY_SORTED = 200;
/**
 * The number of events before a possible start of the feed that are searched for an earlier readable one.
 * Overlapping transactions don't write in the order of their IDs.
 */
const BEFORE_START = 2_000;

type Scope = Pick<Context, "organizationId" | "db">;
export type EventRow = Omit<RecordOf<typeof events>, "organization_id">;

export interface FeedReading {
  rows: EventRow[];
  /** The position to start the next read from. */
  position: FeedPosition;
  /** True if no more events are readable at the moment. */
  isEnd: boolean;
  /** True if committed events exist that can't be read until an older transaction ends. */
  isHeldUp: boolean;
}

const columns = sql.raw(
  "e.id, e.type, e.subject_id, e.actor_kind, e.actor_id, e.actor_name, e.data, e.created_at, e.transaction_id",
);
const oldestId = () => firstIdAt(new Date(Date.now() - EVENT_RETENTION_D * DAY_MS));

/** Returns whether feed position `a` is after `b`. */
export function isFeedPositionAfter(a: FeedPosition, b: FeedPosition): boolean {
  if (a.transactionId === b.transactionId) return a.id > b.id;
  const byLength = a.transactionId.length - b.transactionId.length;
  return byLength === 0 ? a.transactionId > b.transactionId : byLength > 0;
}

/**
 * Returns the oldest transaction ID that may still be running. No new event can appear before it. Call it before
 * reading the feed, in a separate statement, so that a database with several nodes uses its coordinator's value.
 */
export async function readHorizon(scope: Pick<Scope, "db">): Promise<string> {
  const [row] = await scope.db.execute<{ horizon: string }>(sql`select feed_horizon() as horizon`);
  if (!row) throw new Error("the query returned no feed horizon");
  return row.horizon;
}

/**
 * Reads at most `limit` events after a position. With a type filter, a read scans a limited number of events, so
 * it may return few or none. The returned `position` is then after the scanned events.
 */
export async function readFeed(
  scope: Scope,
  after: FeedPosition,
  { limit, types }: { limit: number; types?: readonly EventType[] | undefined },
): Promise<FeedReading> {
  const horizon = await readHorizon(scope);
  const end = types ? await scanEnd(scope, after, horizon) : null;
  const rows = await scope.db.execute<EventRow>(sql`
    select ${columns} from events e
    where ${behind(scope, after)} and e.transaction_id < ${horizon}::xid8 and e.id >= ${oldestId()}::uuid
      and e.type <> ${DELETED_EVENT}
      ${types ? sql`and e.type = any(${sql.param([...types])}::text[])` : sql``}
      ${end ? sql`and (e.transaction_id, e.id) <= (${end.transactionId}::xid8, ${end.id}::uuid)` : sql``}
    order by e.transaction_id, e.id limit ${limit}`);
  const last = rows.at(-1);
  const isFull = rows.length === limit;
  if (isFull && last) {
    return { rows, position: { transactionId: last.transaction_id, id: last.id }, isEnd: false, isHeldUp: false };
  }
  if (end) return { rows, position: end, isEnd: false, isHeldUp: false };
  // All events of older transactions have been read, so the next read can start at the oldest running one.
  const reached = { transactionId: horizon, id: NIL_ID };
  const position = isFeedPositionAfter(reached, after) ? reached : after;
  return { rows, position, isEnd: true, isHeldUp: await hasEventsAfter(scope, reached) };
}

/** Returns whether any committed event exists after a position, including events that can't be read yet. */
export async function hasEventsAfter(scope: Scope, position: FeedPosition): Promise<boolean> {
  return (await scope.db.execute(sql`select 1 from events e where ${behind(scope, position)} limit 1`)).length > 0;
}

function behind({ organizationId }: Scope, after: FeedPosition): SQL {
  return sql`e.organization_id = ${organizationId}
    and (e.transaction_id, e.id) > (${after.transactionId}::xid8, ${after.id}::uuid)`;
}

async function scanEnd(scope: Scope, after: FeedPosition, horizon: string): Promise<FeedPosition | null> {
  const [row] = await scope.db.execute<{ transaction_id: string; id: string }>(sql`
    select e.transaction_id, e.id from events e
    where ${behind(scope, after)} and e.transaction_id < ${horizon}::xid8
    order by e.transaction_id, e.id offset ${SCAN_SIZE - 1} limit 1`);
  return row ? { transactionId: row.transaction_id, id: row.id } : null;
}

/** Reads at most `limit` events of one alert, camera, key or webhook after a position. `subject` is its UUID. */
export async function readFeedOfSubject(
  scope: Scope,
  after: FeedPosition,
  { limit, types, subject }: { limit: number; types?: readonly EventType[] | undefined; subject: string },
): Promise<EventRow[]> {
  const horizon = await readHorizon(scope);
  return scope.db.execute<EventRow>(sql`
    select ${columns} from events e
    where ${behind(scope, after)} and e.subject_id = ${subject}::uuid
      and e.transaction_id < ${horizon}::xid8 and e.id >= ${oldestId()}::uuid
      ${types ? sql`and e.type = any(${sql.param([...types])}::text[])` : sql``}
    order by e.transaction_id, e.id limit ${limit}`);
}

/** Returns the position before the oldest readable event, or null if there is none. */
export async function startOfFeed(scope: Scope): Promise<FeedPosition | null> {
  const horizon = await readHorizon(scope);
  const lowestOf = async (rows: SQL) => {
    const [row] = await scope.db.execute<{ transaction_id: string }>(sql`
      select least(e.transaction_id, ${horizon}::xid8) as transaction_id from (${rows}) e
      where e.id >= ${oldestId()}::uuid order by e.transaction_id limit 1`);
    return row?.transaction_id;
  };
  const mine = sql`select transaction_id, id from events where organization_id = ${scope.organizationId}`;
  // The limit is a literal: with a parameter, PostgreSQL plans for any number of rows, and collects and sorts all
  // of them.
  const first = sql`${mine} and id >= ${oldestId()}::uuid order by id limit ${sql.raw(String(NEARLY_SORTED))}`;
  let start: string | undefined;
  // If a transaction waits before it writes its events, its ID is lower than the transaction IDs of hundreds of
  // earlier events. So search further back until no lower ID is found.
  for (let lower = await lowestOf(first); lower !== undefined; ) {
    start = lower;
    lower = await lowestOf(sql`${mine} and transaction_id < ${start}::xid8
      order by transaction_id desc, id desc limit ${sql.raw(String(BEFORE_START))}`);
  }
  return start === undefined ? null : { transactionId: start, id: NIL_ID };
}

/** Returns the position after all readable events, and the ID of the last event before that position. */
export async function endOfFeed(scope: Scope): Promise<{ position: FeedPosition; lastId: string }> {
  const horizon = await readHorizon(scope);
  const [last] = await scope.db.execute<{ id: string }>(sql`
    select e.id from events e where e.organization_id = ${scope.organizationId} and e.transaction_id < ${horizon}::xid8
    order by e.transaction_id desc, e.id desc limit 1`);
  const id = last && last.id >= oldestId() ? last.id : NIL_ID;
  return { position: { transactionId: horizon, id: NIL_ID }, lastId: id };
}

/**
 * Returns the position of an event. The nil ID means the start of the feed, which is null if there are no events.
 * @throws Failure `gone` for an event that is too old, `not_found` for an unknown event or one of another
 * organization.
 */
export async function findFeedPosition(scope: Scope, eventId: string): Promise<FeedPosition | null> {
  const id = decodeId("event", eventId);
  if (id === null) throw notFound();
  if (id === NIL_ID) return startOfFeed(scope);
  if (timeOfId(id).getTime() < Date.now() - EVENT_RETENTION_D * DAY_MS) {
    throw eventExpired();
  }
  const [row] = await scope.db
    .select({ transactionId: events.transactionId })
    .from(events)
    .where(and(eq(events.organizationId, scope.organizationId), eq(events.id, id)));
  if (!row) throw notFound();
  return { transactionId: row.transactionId, id };
}

/** Converts a row to an event in the API's format. */
export function toEvent({ organizationId }: Pick<Scope, "organizationId">, row: EventRow): Event {
  const kind = subjectOfType(row.type);
  const id = encodeId(kind, row.subject_id);
  return {
    id: encodeId("event", row.id),
    type: row.type,
    created_at: isoTime(row.created_at),
    actor: {
      kind: row.actor_kind,
      id: encodeId(actorIdKind(row.actor_kind), row.actor_id ?? organizationId),
      name: row.actor_name,
    },
    subject: { kind, id },
    data: kind === "alert" ? withWireIds(id, row.data) : row.data,
  };
}

// Replaces the camera's UUID in an alert's event with its public ID. The statement that inserts an alert looks up
// the camera, so the stored event contains only the UUID.
function withWireIds(id: string, data: Record<string, unknown>): Record<string, unknown> {
  const alert = data.alert as Record<string, unknown> | undefined;
  if (!alert) return data;
  return { ...data, alert: { id, ...alert, camera_id: encodeId("camera", String(alert.camera_id)) } };
}
