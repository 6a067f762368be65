import type { OrganizationId } from "@/lib/auth/context";
import { type Database, database, directUrl, openListener } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { Failure } from "@/lib/errors";
import { health } from "@/lib/http/server/health";
import { MAX_STREAMS } from "@/lib/limits";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import type { EventType } from "@/lib/values";
import {
  type EventRow,
  endOfFeed,
  type FeedPosition,
  type FeedReading,
  hasEventsAfter,
  isFeedPositionAfter,
  readFeed,
  toEvent,
} from "./feed";
import { EVENTS_CHANNEL } from "./writes";

const ROWS_PER_READING = 500;
/** The number of events that a channel keeps in memory. Listeners that are further behind read from the database. */
const MAX_REMEMBERED = 2_000;
const MAX_REMEMBERED_CHARACTERS = 2_000_000;
/** The size in characters at which a chunk of a stream ends. */
const PIECE_CHARACTERS = 32_000;
/** The minimum time between two reads of a channel, so that a burst of notifications causes only one read. */
const READING_INTERVAL_MS = 25;
/**
 * The first delay before a channel is read again. A notification can arrive before its commit, and a running
 * transaction can hold back events. The delay doubles up to `LAST_LOOK_AGAIN_MS`.
 */
const FIRST_LOOK_AGAIN_MS = 25;
const LAST_LOOK_AGAIN_MS = 200;
const LOOKS_AFTER_NOTICE = 4;
/** The interval of polling, in case a notification is missed. */
const POLL_MS = 1_000;
const LISTEN_AGAIN_MS = 10_000;
/** How often credentials are checked. A stream ends at most about this long after its credential does. */
const CHECK_MS = 5_000;
/** How many credentials or channels are checked in parallel. */
const LOOKED_UP_TOGETHER = 25;

/** An event as formatted text, with its feed position. */
export interface EventFrame extends FeedPosition {
  type: EventType;
  text: string;
}

export interface Slice {
  frames: readonly EventFrame[];
  /** The position to read the next slice from. */
  position: FeedPosition;
}

/** A stream that receives the events of a channel. */
export interface ChannelListener {
  wake: () => void;
  /**
   * Checks the stream's credential, and ends the stream if the credential is no longer valid.
   * @returns false if the credential couldn't be checked, for example because the database is unavailable.
   */
  check: () => Promise<boolean>;
  end: () => void;
}

/** Caches the recent events of one organization. They are read once for all listeners of this instance. */
export class EventChannel {
  readonly listeners = new Set<ChannelListener>();
  /** The time at which polling last found events that no notification had announced. A notification resets it to 0. */
  missedAt = 0;
  private frames: EventFrame[] = [];
  private characters = 0;
  /** `frames` contains all events after `floor`, up to `tail`. */
  private floor: FeedPosition;
  private timer: NodeJS.Timeout | null = null;
  private isReading = false;
  private isNoticed = false;
  private looks = 0;
  private lastReadingAt = 0;

  constructor(
    readonly organizationId: OrganizationId,
    readonly db: Database,
    public tail: FeedPosition,
  ) {
    this.floor = tail;
  }

  /**
   * Returns the cached events after a position, up to one chunk. Returns null if they must be read from the
   * database.
   */
  after(position: FeedPosition): Slice | null {
    if (isFeedPositionAfter(this.floor, position)) return null;
    const start = this.indexBehind(position);
    let end = start;
    for (let size = 0; end < this.frames.length && size < PIECE_CHARACTERS; end += 1) {
      size += this.frames[end]?.text.length ?? 0;
    }
    const frames = this.frames.slice(start, end);
    const last = frames.at(-1);
    if (last && end < this.frames.length) return { frames, position: last };
    return { frames, position: isFeedPositionAfter(this.tail, position) ? this.tail : position };
  }

  /** Schedules a read of the channel, because there may be new events. */
  notice(): void {
    this.looks = 0;
    this.isNoticed = true;
    if (!this.isReading) this.readIn(Math.max(0, this.lastReadingAt + READING_INTERVAL_MS - Date.now()));
  }

  async hasNews(): Promise<boolean> {
    return hasEventsAfter(this, this.tail).catch(() => false);
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private indexBehind(position: FeedPosition): number {
    let low = 0;
    let high = this.frames.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const frame = this.frames[middle];
      if (frame && isFeedPositionAfter(frame, position)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private readIn(ms: number): void {
    if (this.listeners.size === 0) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), ms).unref();
  }

  private async read(): Promise<void> {
    this.isReading = true;
    this.isNoticed = false;
    this.lastReadingAt = Date.now();
    let isHeldUp = false;
    try {
      let reading: FeedReading;
      do {
        reading = await readFeed(this, this.tail, { limit: ROWS_PER_READING });
        if (reading.rows.some(endsCredential)) await this.checkListeners();
        this.remember(reading);
      } while (!reading.isEnd);
      isHeldUp = reading.isHeldUp;
    } catch (error) {
      log.warn({ error: (error as Error).name }, "new events couldn't be read for the streams");
    }
    this.isReading = false;
    if (this.isNoticed) return this.notice();
    this.looks += 1;
    if (!isHeldUp && this.looks > LOOKS_AFTER_NOTICE) return;
    this.readIn(Math.min(FIRST_LOOK_AGAIN_MS * 2 ** (this.looks - 1), LAST_LOOK_AGAIN_MS));
  }

  private remember({ rows, position }: FeedReading): void {
    for (const row of rows) {
      const frame = toEventFrame(this, row);
      this.characters += frame.text.length;
      this.frames.push(frame);
    }
    this.tail = position;
    let forgotten = 0;
    while (this.frames.length - forgotten > MAX_REMEMBERED || this.characters > MAX_REMEMBERED_CHARACTERS) {
      this.characters -= this.frames[forgotten]?.text.length ?? 0;
      forgotten += 1;
    }
    const last = this.frames.splice(0, forgotten).at(-1);
    if (last) this.floor = last;
    if (rows.length === 0) return;
    for (const listener of this.listeners) listener.wake();
  }

  /** Checks all credentials before events are delivered, because a listener may use a key that was just revoked. */
  private async checkListeners(): Promise<void> {
    const checked = await Promise.all([...this.listeners].map((listener) => listener.check()));
    if (checked.includes(false)) throw new Error("credentials couldn't be checked");
  }
}

/** Returns whether an event is about an API key, which may have been revoked or replaced. */
export const endsCredential = ({ type }: Pick<EventRow, "type">): boolean => type.startsWith("key.");

/** Formats an event as a server-sent event (HTML standard, §9.2). */
export function toEventFrame(scope: { organizationId: OrganizationId }, row: EventRow): EventFrame {
  const event = toEvent(scope, row);
  const text = `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  return { transactionId: row.transaction_id, id: row.id, type: row.type, text };
}

/** Wakes the event streams of this process when there are new events. Each process has one broadcaster. */
class EventBroadcaster {
  private readonly channels = new Map<string, EventChannel>();
  private listenerConnection: ReturnType<typeof openListener> | null = null;
  private listeningSince = 0;
  private timer: NodeJS.Timeout | null = null;
  private checkedAt = 0;
  private isPolling = false;

  /**
   * Adds a listener to the organization's channel, and creates the channel if needed.
   * @returns the channel, and the position after all events that are currently readable.
   * @throws Failure `limit_reached`.
   */
  async join(organizationId: OrganizationId, listener: ChannelListener) {
    this.start();
    const { db } = database();
    const end = await endOfFeed({ organizationId, db });
    // There must be no `await` between counting and joining, or concurrent streams could exceed the limit.
    if ((this.channels.get(organizationId)?.listeners.size ?? 0) >= MAX_STREAMS) {
      throw new Failure(
        "limit_reached",
        `Your organization has reached the limit of ${MAX_STREAMS} open streams on this instance. Close one first.`,
      );
    }
    const channel = this.channels.get(organizationId) ?? new EventChannel(organizationId, db, end.position);
    this.channels.set(organizationId, channel);
    channel.listeners.add(listener);
    return { channel, position: end.position, lastId: encodeId("event", end.lastId) };
  }

  leave(channel: EventChannel, listener: ChannelListener): void {
    if (!channel.listeners.delete(listener) || channel.listeners.size > 0) return;
    channel.close();
    this.channels.delete(channel.organizationId);
  }

  private start(): void {
    if (this.timer) return;
    this.timer = setInterval(() => void this.poll(), POLL_MS).unref();
    this.listen();
    health().stop.signal.addEventListener("abort", () => {
      if (this.timer) clearInterval(this.timer);
      void this.listenerConnection?.end({ timeout: 1 }).catch(() => {});
      for (const listener of this.listeners()) listener.end();
    });
  }

  private listen(): void {
    this.listeningSince = Date.now();
    void this.listenerConnection?.end({ timeout: 1 }).catch(() => {});
    this.listenerConnection = openListener(directUrl() ?? "");
    const onNotice = (organizationId: string) => {
      const channel = this.channels.get(organizationId);
      if (!channel) return;
      channel.missedAt = 0;
      channel.notice();
    };
    this.listenerConnection
      .listen(EVENTS_CHANNEL, onNotice)
      .catch((error: Error) =>
        log.warn({ error: error.name }, "new events are polled, because notifications are unavailable"),
      );
  }

  private async poll(): Promise<void> {
    if (this.channels.size === 0 || this.isPolling) return;
    if (Date.now() - this.checkedAt >= CHECK_MS) void this.checkAll();
    this.isPolling = true;
    let isStale = false;
    await eachTogether([...this.channels.values()], async (channel) => {
      if (!(await channel.hasNews())) return;
      // If polling finds unannounced events twice in a row, the connection that listens for notifications may be
      // dead.
      isStale ||= channel.missedAt > 0;
      channel.missedAt = Date.now();
      channel.notice();
    });
    this.isPolling = false;
    if (isStale && Date.now() - this.listeningSince > LISTEN_AGAIN_MS) this.listen();
  }

  private listeners(): ChannelListener[] {
    return [...this.channels.values()].flatMap((channel) => [...channel.listeners]);
  }

  // Credentials that are checked in parallel share one lookup, because `authenticateBearer` batches calls.
  private async checkAll(): Promise<void> {
    this.checkedAt = Number.POSITIVE_INFINITY;
    await eachTogether(this.listeners(), (listener) => listener.check());
    this.checkedAt = Date.now();
  }
}

async function eachTogether<T>(list: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < list.length; start += LOOKED_UP_TOGETHER) {
    await Promise.all(list.slice(start, start + LOOKED_UP_TOGETHER).map(work));
  }
}

export const eventBroadcaster = () => processSingleton("event-broadcaster", () => new EventBroadcaster());
