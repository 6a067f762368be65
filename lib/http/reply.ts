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

/** What the door answers with, before it becomes a Web `Response` or goes out over a Node socket. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export function toResponse(reply: Reply): Response {
  return new Response(reply.body, { status: reply.status, headers: reply.headers });
}

/** A result of an operation with a status or headers of its own; a plain value goes out with the declared status. */
export class Answer<T> {
  constructor(
    readonly value: T,
    readonly options: { status?: number; headers?: Record<string, string> } = {},
  ) {}
}
