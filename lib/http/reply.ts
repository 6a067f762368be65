/** What the door needs of a request. A Web `Request` is one; `server.ts` makes a lighter one from Node's. */
export interface ApiRequest {
  readonly method: string;
  /** Absolute or from the root; only path and query are read. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The peer's address where the server knows it; behind Next it comes in `X-Forwarded-For`. */
  readonly peer?: string;
}

/** Text that is made while it is sent; whoever sends it asks for the next piece only when there is room for it. */
export type TextStream = AsyncGenerator<string, void, void>;

/** What the door answers with, before it becomes a Web `Response` or goes out over a Node socket. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | TextStream | null;
}

export function toResponse(reply: Reply): Response {
  const { body, status, headers } = reply;
  return new Response(typeof body === "string" || body === null ? body : toWebStream(body), { status, headers });
}

function toWebStream(pieces: TextStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
}

/** A success that is streamed. What can fail before the first piece must be done before this is made. */
export class Streamed {
  constructor(
    readonly pieces: TextStream,
    readonly options: { type: string; headers?: Record<string, string> },
  ) {}
}

/** A result of an operation with a status or headers of its own; a plain value goes out with the declared status. */
export class Answer<T> {
  constructor(
    readonly value: T,
    readonly options: { status?: number; headers?: Record<string, string> } = {},
  ) {}
}
