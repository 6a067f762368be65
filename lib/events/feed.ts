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
import { DELETED_EVENT, type EventSubject, type EventType } from "@/lib/values";
import { eventExpired } from "./failures";
import type { Event } from "./schema";

/**
 * A place in the feed, whose order is (transaction id, event id). Nothing can appear before what was read, because
 * only events of transactions older than every running one are read (docs/decisions/023-feed-positions.md).
 */
export interface FeedPosition {
  transactionId: string;
  id: string;
}

/** Rows that one reading looks through for events of certain types. */
const SCAN_SIZE = 20_000;
/** Ids and transactions are nearly in the same order; the lowest transaction is looked for from these first ids on. */
const NEARLY_SORTED = 200;
/** Events before a place in the feed that are looked through for younger ones: more than one transaction writes. */
const BEFORE_START = 2_000;

type Scope = Pick<Context, "organizationId" | "db">;
export type EventRow = Omit<RecordOf<typeof events>, "organization_id">;

export interface FeedReading {
  rows: EventRow[];
  /** Where the next reading starts. */
  position: FeedPosition;
  /** Nothing more can be read at the moment. */
  isEnd: boolean;
  /** Events are committed that older transactions, still running, keep from being read. */
  isHeldUp: boolean;
}

const columns = sql.raw(
  "e.id, e.type, e.subject_id, e.actor_kind, e.actor_id, e.actor_name, e.data, e.created_at, e.transaction_id",
);
const oldestId = () => firstIdAt(new Date(Date.now() - EVENT_RETENTION_D * DAY_MS));

/** Whether one place in the feed lies behind another. */
export function isFeedPositionAfter(a: FeedPosition, b: FeedPosition): boolean {
  if (a.transactionId === b.transactionId) return a.id > b.id;
  const byLength = a.transactionId.length - b.transactionId.length;
  return byLength === 0 ? a.transactionId > b.transactionId : byLength > 0;
}

/**
 * The oldest transaction that may still run: nothing can be added to the feed before it. Ask for it before the feed is
 * read, in a statement of its own, so that a coordinator of several nodes answers with its own.
 */
export async function readHorizon(scope: Pick<Scope, "db">): Promise<string> {
  const [row] = await scope.db.execute<{ horizon: string }>(sql`select feed_horizon() as horizon`);
  if (!row) throw new Error("the query returned no feed horizon");
  return row.horizon;
}

/**
 * Reads the feed behind a place, at most `limit` events. A reading of certain types looks through a bounded number of
 * events, so it may end early with few or none; `position` then lies behind what it looked through.
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
  // Everything of older transactions has been read, so the next reading may start at the oldest one that still runs.
  const reached = { transactionId: horizon, id: NIL_ID };
  const position = isFeedPositionAfter(reached, after) ? reached : after;
  return { rows, position, isEnd: true, isHeldUp: await hasEventsAfter(scope, reached) };
}

/** Whether events are committed behind a place, whether they can be read yet or not. */
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

/** Reads the events of one alert, camera, key or webhook behind a place. */
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

/** The place before the oldest event that can still be read, or null when there is none. */
export async function startOfFeed(scope: Scope): Promise<FeedPosition | null> {
  const horizon = await readHorizon(scope);
  const lowestOf = async (rows: SQL) => {
    const [row] = await scope.db.execute<{ transaction_id: string }>(sql`
      select least(e.transaction_id, ${horizon}::xid8) as transaction_id from (${rows}) e
      where e.id >= ${oldestId()}::uuid order by e.transaction_id limit 1`);
    return row?.transaction_id;
  };
  const mine = sql`select transaction_id, id from events where organization_id = ${scope.organizationId}`;
  // The numbers are part of the text: a plan for any number of rows collects and sorts all of them.
  const first = sql`${mine} and id >= ${oldestId()}::uuid order by id limit ${sql.raw(String(NEARLY_SORTED))}`;
  let start: string | undefined;
  // A transaction that waited before it wrote has younger ids than hundreds of others behind it, and may still run.
  for (let lower = await lowestOf(first); lower !== undefined; ) {
    start = lower;
    lower = await lowestOf(sql`${mine} and transaction_id < ${start}::xid8
      order by transaction_id desc, id desc limit ${sql.raw(String(BEFORE_START))}`);
  }
  return start === undefined ? null : { transactionId: start, id: NIL_ID };
}

/** The place behind everything that can be read now, and the id of the last event before it. */
export async function endOfFeed(scope: Scope): Promise<{ position: FeedPosition; lastId: string }> {
  const horizon = await readHorizon(scope);
  const [last] = await scope.db.execute<{ id: string }>(sql`
    select e.id from events e where e.organization_id = ${scope.organizationId} and e.transaction_id < ${horizon}::xid8
    order by e.transaction_id desc, e.id desc limit 1`);
  const id = last && last.id >= oldestId() ? last.id : NIL_ID;
  return { position: { transactionId: horizon, id: NIL_ID }, lastId: id };
}

/**
 * The place of an event, null for the nil id while there is no event.
 * @throws Failure `gone` for an event that is too old to go on from, `not_found` for one that is not the organization's.
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

/** An event as callers see it. */
export function toEvent({ organizationId }: Pick<Scope, "organizationId">, row: EventRow): Event {
  const kind = row.type.slice(0, row.type.indexOf(".")) as EventSubject;
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

// An alert is stored by one statement that finds its camera, so only its UUID is at hand where the event is written.
function withWireIds(id: string, data: Record<string, unknown>): Record<string, unknown> {
  const alert = data.alert as Record<string, unknown> | undefined;
  if (!alert) return data;
  return { ...data, alert: { id, ...alert, camera_id: encodeId("camera", String(alert.camera_id)) } };
}
