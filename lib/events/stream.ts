import type { Context } from "@/lib/auth/context";
import { decodeId, encodeId, NIL_ID } from "@/lib/db/ids";
import { isFailure } from "@/lib/errors";
import { validationFailed } from "@/lib/http/failures";
import { StreamedBody, type TextStream } from "@/lib/http/reply/reply";
import { health } from "@/lib/http/server/health";
import { HEARTBEAT_S } from "@/lib/limits";
import type { EventType } from "@/lib/values";
import {
  type EventChannel,
  type EventFrame,
  endsCredential,
  eventBroadcaster,
  type Slice,
  toEventFrame,
} from "./broadcaster";
import { type FeedPosition, findFeedPosition, isFeedPositionAfter, readFeed } from "./feed";

const ROWS_PER_PIECE = 200;
/** How long clients wait before they reconnect, in milliseconds (HTML standard, §9.2.6). */
const RETRY_MS = 1_000;
const HEARTBEAT_MS = HEARTBEAT_S * 1_000;
/**
 * A stream releases its slot if its reply isn't started within this many milliseconds. For HEAD, the reply never
 * starts.
 */
const BEGIN_WITHIN_MS = 10_000;

interface StreamRequest {
  types?: readonly EventType[] | undefined;
  /** The event to resume after, from the `Last-Event-ID` header. It takes precedence over `after` from the query. */
  lastEventId: string | null;
  after?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Checks the credential again. Throws the same failure as the request pipeline. */
  recheck: () => Promise<void>;
}

/**
 * Streams the organization's events as server-sent events. Starts after `Last-Event-ID` or `after`, otherwise with
 * new events.
 * @throws Failure `limit_reached`, and `gone`, `not_found` or `validation_failed` for the event to resume after.
 */
export async function openEventStream(ctx: Context, request: StreamRequest): Promise<StreamedBody> {
  const resumeFrom = request.lastEventId || request.after;
  if (resumeFrom && decodeId("event", resumeFrom) === null) {
    const detail = "Send the ID of an event, which starts with event_.";
    throw validationFailed([{ parameter: "Last-Event-ID", code: "invalid_format", detail }], "headers");
  }
  const place = resumeFrom ? await findFeedPosition(ctx, resumeFrom) : null;
  const listener = new StreamListener(ctx, request);
  const { channel, position, lastId } = await eventBroadcaster().join(ctx.organizationId, listener);
  listener.begin(channel, place ?? position, resumeFrom ?? lastId);
  const headers = { Connection: "close", "X-Accel-Buffering": "no" };
  return new StreamedBody(listener.pieces(), { type: "text/event-stream", headers });
}

class StreamListener {
  private channel: EventChannel | null = null;
  private position: FeedPosition = { transactionId: "0", id: NIL_ID };
  /** The ID of the last event that was sent or filtered out, and the last ID that was sent to the client. */
  private passedId = "";
  private toldId = "";
  private isOver = false;
  private resume = () => {};
  private timer: NodeJS.Timeout | null = null;
  /** Ends the stream immediately. The client can reconnect. */
  readonly end = () => {
    this.isOver = true;
    this.resume();
    if (this.timer) clearTimeout(this.timer);
    if (this.channel) eventBroadcaster().leave(this.channel, this);
  };

  constructor(
    private readonly ctx: Context,
    private readonly request: StreamRequest,
  ) {}

  wake(): void {
    this.resume();
  }

  async check(): Promise<boolean> {
    try {
      await this.request.recheck();
    } catch (error) {
      if (!isFailure(error) || error.code === "unavailable") return false;
      this.end();
    }
    return true;
  }

  begin(channel: EventChannel, position: FeedPosition, lastId: string): void {
    this.channel = channel;
    this.position = position;
    this.passedId = lastId;
    this.toldId = lastId;
    this.timer = setTimeout(this.end, BEGIN_WITHIN_MS).unref();
    if (this.request.signal?.aborted || health().stop.signal.aborted) this.end();
    else this.request.signal?.addEventListener("abort", this.end, { once: true });
  }

  async *pieces(): TextStream {
    if (this.timer) clearTimeout(this.timer);
    try {
      yield `retry: ${RETRY_MS}\nid: ${this.toldId}\n\n`;
      let sentAt = Date.now();
      while (!this.isOver) {
        const before = this.position;
        const text = this.pass(this.channel?.after(before) ?? (await this.readBehind()));
        const silentMs = Date.now() - sentAt;
        if (text !== "" || silentMs >= HEARTBEAT_MS) {
          yield text || this.heartbeat();
          sentAt = Date.now();
        } else if (!isFeedPositionAfter(this.position, before)) await this.news(HEARTBEAT_MS - silentMs);
      }
    } finally {
      this.end();
    }
  }

  private pass({ frames, position }: Slice): string {
    const { types } = this.request;
    this.position = position;
    const last = frames.at(-1);
    if (last) this.passedId = encodeId("event", last.id);
    const wanted = types ? frames.filter(({ type }) => types.includes(type)) : frames;
    if (wanted.length > 0) this.toldId = this.passedId;
    return wanted.map(({ text }) => text).join("");
  }

  // Sends the current ID even if all events were filtered out, so that the client's next connection doesn't scan
  // them again.
  private heartbeat(): string {
    if (this.passedId === this.toldId) return ": heartbeat\n\n";
    this.toldId = this.passedId;
    return `: heartbeat\nid: ${this.passedId}\n\n`;
  }

  private async readBehind(): Promise<Slice> {
    const { rows, position } = await readFeed(this.ctx, this.position, {
      limit: ROWS_PER_PIECE,
      types: this.request.types,
    });
    if (rows.some(endsCredential) && !(await this.check())) this.end();
    const frames: EventFrame[] = this.isOver ? [] : rows.map((row) => toEventFrame(this.ctx, row));
    return { frames, position };
  }

  private news(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs).unref();
      this.resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
