import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Failure } from "@/lib/errors";
import { headersTooLarge, requestTimeout, uriTooLong } from "@/lib/http/failures";
import { type Handler, refuseWith } from "@/lib/http/handler";
import type { Route } from "@/lib/http/route";
import { linger } from "./linger";
import { peerOf } from "./node";

/** An error of Node's HTTP parser, with its code, the current bytes, and the number of bytes that were parsed. */
interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,40}) ([^ ]+)/;
const MAX_PATH = 2_048;
const TIMEOUT = "ERR_HTTP_REQUEST_TIMEOUT";

const framing = "Send either one numeric Content-Length or Transfer-Encoding: chunked, with a body that matches it.";
const sentences: Record<string, string> = {
  HPE_INVALID_CONTENT_LENGTH: framing,
  HPE_UNEXPECTED_CONTENT_LENGTH: framing,
  HPE_INVALID_TRANSFER_ENCODING: framing,
  HPE_INVALID_CHUNK_SIZE: framing,
  HPE_INVALID_HEADER_TOKEN: "A header has a character that is not allowed. Send `Name: value` in visible characters.",
};
const NOT_HTTP =
  "This is not an HTTP/1.1 request. Check the request line and headers, and whether the URL starts with http or https.";

/**
 * Sends a problem document for requests that Node's parser rejects. Node itself would send a status without a
 * body.
 * @param routeOf returns a path's route, for the `Allow` header of an unknown method.
 */
export function answerParserErrors(server: Server, routeOf: (path: string) => Route): void {
  const refused = new WeakSet<Socket>();
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on("request", (request, response) => latest.set(request.socket, response));

  server.on("clientError", (error: ParserError, socket: Socket) => {
    // The parser also reports an error for every further chunk of a rejected request. Only the first one is
    // answered.
    if (refused.has(socket)) return;
    refused.add(socket);
    refuseMalformed(error, socket, latest.get(socket), routeOf).catch(() => socket.destroy());
  });
  server.on("connect", ({ method = "" }: IncomingMessage, socket: Socket) => {
    socket.on("error", () => socket.destroy());
    answer(socket, notAProxy, { method, path: "/" }).catch(() => socket.destroy());
  });
}

const METHODS = "GET, HEAD, POST, PATCH, DELETE, OPTIONS";
const notAProxy = refuseWith(() => {
  return new Failure(
    "method_not_allowed",
    `This server is not a proxy and doesn't support CONNECT. Use one of ${METHODS}.`,
    {
      headers: { Allow: METHODS },
    },
  );
});

async function refuseMalformed(
  error: ParserError,
  socket: Socket,
  response: ServerResponse | undefined,
  routeOf: (path: string) => Route,
): Promise<void> {
  // The rejected request may be pipelined, so it waits for the reply of the previous request.
  if (response?.req.complete && !response.writableFinished && !response.destroyed) await once(response, "close");
  const { method, path } = requestLineOf(error);
  const isUnknownMethod = error.code === "HPE_INVALID_METHOD" && path !== "";
  const handler = isUnknownMethod ? routeOf(path).otherMethods : refuseWith(() => failureOf(error, path));
  // After a timeout, the parser would still accept the rest of the request. So nothing more is read from this
  // connection.
  const isOpen = error.code === TIMEOUT;
  await answer(socket, handler, { method, path: path || "/", isOpen, response });
}

interface Refused {
  method: string;
  path: string;
  /** True if the parser is still active on this connection. */
  isOpen?: boolean;
  /** The reply to the previous request. The rejected bytes may belong to that request's body. */
  response?: ServerResponse | undefined;
}

/**
 * Writes a handler's reply directly to the socket and closes it. If another reply has started, it only closes the
 * socket.
 */
async function answer(socket: Socket, handler: Handler, { method, path, isOpen, response }: Refused): Promise<void> {
  const request = { method, url: path, headers: { get: () => null }, peer: peerOf({ socket }), read: async () => {} };
  const { status, headers, body } = await handler.answer(request, {});
  const hasBegun = response?.headersSent && !response.writableFinished;
  if (hasBegun || !socket.writable) return void socket.destroy();
  const text = typeof body === "string" ? body : "";
  const fields = Object.entries({
    ...headers,
    Date: new Date().toUTCString(),
    "Content-Length": Buffer.byteLength(text),
    Connection: "close",
  });
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const sent = new Promise<void>((resolve) =>
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${text}`, resolve),
  );
  await (isOpen ? sent : linger(socket));
  socket.destroy();
}

function failureOf({ code = "", rawPacket, bytesParsed = 0 }: ParserError, path: string): Failure {
  if (code === TIMEOUT) return requestTimeout();
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") {
    return new Failure(
      "payload_too_large",
      "The chunk extensions have more than 16 KB. Send chunks without extensions.",
    );
  }
  if (code === "HPE_HEADER_OVERFLOW") return path ? uriTooLong() : headersTooLarge();
  if (code === "HPE_INVALID_URL" && rawPacket) {
    return new Failure("invalid_request", `Percent-encode the URL: ${exampleOf(lineAt(rawPacket, bytesParsed))}.`);
  }
  return new Failure("invalid_request", sentences[code] ?? NOT_HTTP);
}

/** Returns method and path of the request line that the parser rejected. Both are empty if it failed elsewhere. */
function requestLineOf({ rawPacket, bytesParsed = 0 }: ParserError): { method: string; path: string } {
  const line = rawPacket ? lineAt(rawPacket, bytesParsed).toString("latin1") : "";
  const [, method = "", target = ""] = REQUEST_LINE.exec(line) ?? [];
  const path = target.split("?", 1)[0] ?? "";
  return { method, path: path.startsWith("/") ? path.slice(0, MAX_PATH) : "" };
}

function lineAt(packet: Buffer, position: number): Buffer {
  const start = position === 0 ? 0 : packet.lastIndexOf("\n", position - 1) + 1;
  const end = packet.indexOf("\r", start);
  return packet.subarray(start, end === -1 ? undefined : end);
}

/** Returns an example of how to percent-encode the first non-ASCII character of a line. */
function exampleOf(line: Buffer): string {
  const first = line.findIndex((byte) => byte > 0x7f);
  const [character = "\ufffd"] = first === -1 ? " " : line.toString("utf8", first, first + 4);
  if (character === " ") return "a space is %20";
  if (character === "\ufffd") return `the byte ${line[first]?.toString(16).toUpperCase()} is not UTF-8`;
  return `${character} is ${encodeURIComponent(character)}`;
}
