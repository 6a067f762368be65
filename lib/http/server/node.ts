import type { IncomingMessage, ServerResponse } from "node:http";
import { databaseCode } from "@/lib/db/errors";
import { uriTooLong } from "@/lib/http/failures";
import { refuseWith } from "@/lib/http/handler";
import { compressReply, type SentReply, type SentStream } from "@/lib/http/reply/compression";
import { type ApiRequest, stallTimeoutMs } from "@/lib/http/reply/reply";
import { handlerFor, type Route } from "@/lib/http/route";
import { MAX_URL_LENGTH } from "@/lib/limits";
import { log } from "@/lib/log";
import { health } from "./health";
import { linger } from "./linger";

const tooLong = refuseWith(uriTooLong);

/** Returns the socket's remote IP address. IPv4 addresses don't have the prefix `::ffff:`. */
export function peerOf({ socket }: Pick<IncomingMessage, "socket">): string {
  return socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
}

class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly peer: string;
  readonly headers: { get(name: string): string | null };

  constructor(
    private readonly message: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    this.method = message.method ?? "";
    this.url = message.url ?? "/";
    this.peer = peerOf(message);
    this.headers = {
      get(name) {
        const value = message.headers[name];
        return value === undefined ? null : String(value);
      },
    };
  }

  read(take: (piece: Uint8Array) => boolean): Promise<void> {
    const { message } = this;
    return new Promise((resolve, reject) => {
      if (message.destroyed) return reject(new Error("The connection is closed."));
      message.once("end", resolve);
      message.once("close", () => {
        if (!message.complete) reject(new Error("The connection broke."));
      });
      message.on("error", reject);
      message.on("data", (piece: Buffer) => {
        if (!take(piece)) resolve();
      });
    });
  }

  get signal(): AbortSignal {
    const gone = new AbortController();
    if (this.response.destroyed) gone.abort();
    else this.response.once("close", () => gone.abort());
    return gone.signal;
  }
}

/**
 * Handles a Node request with a route's handlers and sends the reply. Next can run the same handlers, but it wraps
 * requests in Web objects, which costs as much as all of `GET /me`.
 */
export async function answerNode(
  request: IncomingMessage,
  response: ServerResponse,
  { route, params }: { route: Route; params: Record<string, string> },
): Promise<void> {
  const method = request.method ?? "";
  const handler = (request.url?.length ?? 0) > MAX_URL_LENGTH ? tooLong : handlerFor(route, method);
  const reply = await handler.answer(new NodeRequest(request, response), params);
  await send(request, response, await compressReply(reply, request.headers["accept-encoding"]));
}

async function send(request: IncomingMessage, response: ServerResponse, reply: SentReply): Promise<void> {
  const { body } = reply;
  const headers: Record<string, string | number> = reply.headers;
  const isStream = body !== null && typeof body === "object" && "next" in body;
  if (body !== null && !isStream) headers["Content-Length"] = Buffer.byteLength(body);
  // If the client hasn't sent its whole body yet, close the connection. The rest must neither block the connection
  // nor be parsed as the next request.
  if (!request.complete || !health().ready) headers.Connection = "close";
  response.writeHead(reply.status, headers);
  if (isStream) return request.method === "HEAD" ? endUnread(response, body) : stream(response, body);
  if (request.complete) response.end(body ?? undefined);
  else {
    // `Content-Length` tells the client that the reply is complete. `end` would close the socket, so it is called
    // after the rest of the body.
    response.flushHeaders();
    if (body !== null) response.write(body);
    await linger(request);
    response.end();
  }
  // Closes the connection if the client doesn't read the rest of the reply in time.
  if (response.writableLength > 0) {
    const stalled = setTimeout(() => response.destroy(), stallTimeoutMs(response.writableLength)).unref();
    response.once("close", () => clearTimeout(stalled));
  }
}

function endUnread(response: ServerResponse, pieces: SentStream): void {
  response.end();
  void pieces.return().catch(() => {});
}

/**
 * Sends a stream chunk by chunk, and waits for the client after each, so that a slow client costs one chunk of
 * memory. A client that stops reading is disconnected.
 */
async function stream(response: ServerResponse, pieces: SentStream): Promise<void> {
  let leave = () => {};
  response.once("close", () => leave());
  // A `Promise.race` with one promise for the end of the connection would keep all chunks in memory until that
  // end.
  const unlessGone = <T>(work: Promise<T>) =>
    new Promise<T | null>((resolve, reject) => {
      leave = () => resolve(null);
      work.then(resolve, reject);
    });
  response.flushHeaders();
  try {
    while (!response.destroyed) {
      const step = await unlessGone(pieces.next());
      if (step === null || step.done) break;
      if (!response.write(step.value)) await unlessGone(drained(response));
    }
    response.end();
  } catch (error) {
    // The reply has already started, so only closing the connection can signal that it is incomplete.
    response.destroy();
    log.warn({ error: (error as Error).name, code: databaseCode(error) }, "a streamed reply was aborted");
  } finally {
    void pieces.return().catch(() => {});
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error("The client stopped reading."));
    const stalled = setTimeout(late, stallTimeoutMs(response.writableLength)).unref();
    response.once("drain", () => {
      clearTimeout(stalled);
      resolve();
    });
  });
}
