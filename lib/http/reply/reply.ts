import { hasBrand } from "@/lib/brand";
import { discardRest } from "@/lib/http/server/linger";

/**
 * The parts of a request that the pipeline needs. `fromWeb` creates it from a Web request. `server.ts` creates it
 * from Node's request, which costs less.
 */
export interface ApiRequest {
  readonly method: string;
  /** The URL, absolute or relative to the root. Only its path and query are used. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /**
   * Passes the body to `take` in chunks, until the body ends or `take` returns false.
   * @throws if the connection breaks before that.
   */
  read(take: (piece: Uint8Array) => boolean): Promise<void>;
  /** The client's IP address, if the server knows it. Behind Next, it is in `X-Forwarded-For` instead. */
  readonly peer?: string;
  /** Aborted when the client disconnects. Replies that wait for data use it. */
  readonly signal?: AbortSignal;
}

/** Text that is generated while it is sent. The sender requests a chunk only when it can send it. */
export type TextStream = AsyncGenerator<string, void, void>;

/** The pipeline's reply. It is later converted to a Web `Response`, or written to a Node socket. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | TextStream | null;
  /** Set if the reply may be compressed. "once" means that its text never changes. */
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

/**
 * Converts a reply to a Web `Response`. It adds `no-transform` where needed, because Next compresses all other
 * replies.
 */
export function toResponse(reply: Reply, method: string): Response {
  const { status } = reply;
  const headers = new Headers(reply.headers);
  if (!reply.compress) headers.append("Cache-Control", "no-transform");
  const { body } = reply;
  const isWhole = typeof body === "string" || body === null;
  return new Response(method === "HEAD" ? null : isWhole ? body : toWebStream(body), { status, headers });
}

/**
 * Milliseconds after which a client that doesn't read is disconnected. Otherwise its pending data would be kept
 * forever.
 */
export const STALLED_MS = 30_000;
/** The slowest accepted reading speed: 64 KB per second. */
const MIN_BYTES_PER_MS = 64;

/** Returns how many milliseconds a client may take to read this many bytes before its connection is closed. */
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

/** The body of a streamed reply. Everything that can fail before the first chunk must be done before it is created. */
export class StreamedBody {
  readonly [streamed] = true;

  constructor(
    readonly pieces: TextStream,
    readonly options: { type: string; headers?: Record<string, string> },
  ) {}
}

/** A result that is already JSON text. It avoids serializing rows that the database returns as text. */
export class JsonBody<T> {
  readonly [json] = true;

  constructor(readonly text: string) {}

  /** Returns the parsed value, for callers in this process. */
  parse(): T {
    return JSON.parse(this.text) as T;
  }
}

export const isStreamed = (value: unknown): value is StreamedBody => hasBrand(value, streamed);
export const isJson = (value: unknown): value is JsonBody<unknown> => hasBrand(value, json);
