import { hasBrand } from "@/lib/brand";
import { discardRest } from "@/lib/http/server/linger";

/**
 * What the pipeline needs of a request. `fromWeb` creates one; `server.ts` creates a lighter one from Node's request.
 */
export interface ApiRequest {
  readonly method: string;
  /** Absolute or relative to the root. Only path and query are used. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /**
   * Passes the body in chunks until it ends or `take` returns false.
   * @throws if the connection breaks before that.
   */
  read(take: (piece: Uint8Array) => boolean): Promise<void>;
  /** The peer's IP address if the server knows it. Behind Next it is in `X-Forwarded-For`. */
  readonly peer?: string;
  /** Aborted when the client disconnects, for replies that wait for data. */
  readonly signal?: AbortSignal;
}

/** Text generated while it is sent. The sender requests the next chunk only when there is room. */
export type TextStream = AsyncGenerator<string, void, void>;

/** The pipeline's reply, before it becomes a Web `Response` or is written to a Node socket. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | TextStream | null;
  /** Set if the reply may be compressed; "once" if its text never changes. */
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

/** Next compresses all replies except those with `no-transform`. */
export function toResponse(reply: Reply, method: string): Response {
  const { status } = reply;
  const headers = new Headers(reply.headers);
  if (!reply.compress) headers.append("Cache-Control", "no-transform");
  const { body } = reply;
  const isWhole = typeof body === "string" || body === null;
  return new Response(method === "HEAD" ? null : isWhole ? body : toWebStream(body), { status, headers });
}

/** A client that reads nothing for this long is disconnected, because its pending data would be kept forever. */
export const STALLED_MS = 30_000;
/** The slowest accepted reading speed: 64 KB per second. */
const MIN_BYTES_PER_MS = 64;

/** Returns how long a client may take to read this many bytes before its connection is closed. */
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

/** A streamed success. Everything that can fail before the first chunk must be done before it is created. */
export class StreamedBody {
  readonly [streamed] = true;

  constructor(
    readonly pieces: TextStream,
    readonly options: { type: string; headers?: Record<string, string> },
  ) {}
}

/** JSON text that is ready to send, for replies concatenated from text. */
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
