import { hasBrand } from "@/lib/brand";
import { discardRest } from "@/lib/http/server/linger";

/** What the pipeline needs of a request; `fromWeb` makes one, `server.ts` a lighter one from Node's. */
export interface ApiRequest {
  readonly method: string;
  /** Absolute or from the root; only path and query are read. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /**
   * Hands over the body, piece by piece, until it ends or `take` returns false.
   * @throws when the connection breaks before that.
   */
  read(take: (piece: Uint8Array) => boolean): Promise<void>;
  /** The peer's address where the server knows it; behind Next it comes in `X-Forwarded-For`. */
  readonly peer?: string;
  /** Aborted when the caller is gone, for replies that wait for something to send. */
  readonly signal?: AbortSignal;
}

/** Text that is made while it is sent; whoever sends it asks for the next piece only when there is room for it. */
export type TextStream = AsyncGenerator<string, void, void>;

/** What the pipeline answers with, before it becomes a Web `Response` or goes out over a Node socket. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | TextStream | null;
  /** Set when the reply may be compressed; "once" when its text never changes. */
  compress?: "each" | "once";
}

export function fromWeb(request: Request): ApiRequest {
  const { method, url, headers, signal } = request;
  return {
    method,
    url,
    headers,
    signal,
    async read(take) {
      if (!request.body) return;
      const reader = request.body.getReader();
      for (let step = await reader.read(); !step.done; step = await reader.read()) {
        if (take(step.value)) continue;
        void discardRest(reader);
        return;
      }
    },
  };
}

/** Next compresses everything it serves, except replies with `no-transform`. */
export function toResponse(reply: Reply, method: string): Response {
  const { status } = reply;
  const headers = new Headers(reply.headers);
  if (!reply.compress) headers.append("Cache-Control", "no-transform");
  const { body } = reply;
  const isWhole = typeof body === "string" || body === null;
  return new Response(method === "HEAD" ? null : isWhole ? body : toWebStream(body), { status, headers });
}

/** A reader that takes nothing for so long is cut off; what waits for it would be kept for ever. */
export const STALLED_MS = 30_000;
/** The slowest accepted pace of a reader: 64 KB a second. */
const MIN_BYTES_PER_MS = 64;

/** How long a reader may take for this number of bytes before its connection is closed. */
export const stallTimeoutMs = (bytes: number) => STALLED_MS + bytes / MIN_BYTES_PER_MS;

function toWebStream(pieces: TextStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stalled: NodeJS.Timeout | undefined;
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(stalled);
      const { done, value } = await pieces.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
      stalled = setTimeout(() => {
        controller.error(new Error("The client stopped reading."));
        void pieces.return();
      }, STALLED_MS).unref();
    },
    async cancel() {
      clearTimeout(stalled);
      await pieces.return();
    },
  });
}

const streamed = Symbol.for("sightline.streamed");
const json = Symbol.for("sightline.json");

/** A success that is streamed. What can fail before the first piece must be done before this is made. */
export class StreamedBody {
  readonly [streamed] = true;

  constructor(
    readonly pieces: TextStream,
    readonly options: { type: string; headers?: Record<string, string> },
  ) {}
}

/** A value as JSON that needs no more than to be sent, for replies that are put together from text. */
export class JsonBody<T> {
  readonly [json] = true;

  constructor(readonly text: string) {}

  /** The value, for callers in this process. */
  parse(): T {
    return JSON.parse(this.text) as T;
  }
}

export const isStreamed = (value: unknown): value is StreamedBody => hasBrand(value, streamed);
export const isJson = (value: unknown): value is JsonBody<unknown> => hasBrand(value, json);
