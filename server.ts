import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import next from "next";
import { rootRoutes, routes } from "@/lib/api/routes";
import { database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { methodNotAllowed } from "@/lib/http/failures";
import { flushRequestLog } from "@/lib/http/log/request-log";
import { STALLED_MS } from "@/lib/http/reply/reply";
import { hasOneHost, isApi, toOriginForm } from "@/lib/http/request/target";
import { everyMethod, type Route } from "@/lib/http/route";
import { matcher } from "@/lib/http/router";
import { drainer } from "@/lib/http/server/drain";
import { health } from "@/lib/http/server/health";
import { listen } from "@/lib/http/server/listen";
import { answerNode, peerOf } from "@/lib/http/server/node";
import { withPageStatus } from "@/lib/http/server/page-status";
import { answerParserErrors } from "@/lib/http/server/parser-errors";
import { watchPublicAddress } from "@/lib/http/server/public-address";
import { transportSecurity } from "@/lib/http/server/transport-security";
import { MAX_FORM_BYTES } from "@/lib/limits";
import { describeError, log } from "@/lib/log";

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;
/**
 * How often connections are checked against the timeouts above, in milliseconds. Node's default would add half a
 * minute.
 */
const CHECK_INTERVAL_MS = 2_000;
const MAX_HEADERS = 100;
/**
 * Connections that are still busy after this many milliseconds are closed. The whole shutdown takes less than 30
 * s.
 */
const DRAIN_MS = 20_000;

export interface RunningServer {
  port: number;
  /**
   * Stops accepting requests, finishes running ones, and writes buffers. It may be called repeatedly.
   * @param otherWork resolves when other users of the database have stopped. Database connections are closed after
   * it.
   */
  stop(otherWork?: Promise<void>): Promise<void>;
}

/**
 * Starts the production server. Pages go to Next. Requests to `/api/v1` go directly to the route handlers, because
 * Next's router costs many times as much as they do. Resolves when the server accepts requests.
 */
export async function startServer(): Promise<RunningServer> {
  const { HOST, PORT } = env();
  // Next gets an unused server to listen for upgrades on. Our server supports no upgrades, and must still reply to
  // requests that offer one.
  const app = next({ dev: false, hostname: HOST, port: PORT, httpServer: createServer() });
  await app.prepare();
  const page = app.getRequestHandler();
  const match = matcher(routes, rootRoutes);
  const noteAddress = watchPublicAddress(env());

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // Node would otherwise use the first of two `Authorization` headers. Joined into one, they are invalid.
      joinDuplicateHeaders: true,
      // Node would reject a missing `Host` without a reply body, so `refusalOf` checks it instead.
      requireHostHeader: false,
    },
    (request, response) => {
      noteAddress(request.headers);
      toOriginForm(request);
      const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
      const isPage = !isApi(path, rootRoutes);
      const refusal = refusalOf(request, isPage);
      const work =
        isPage && !refusal
          ? withPageStatus(response, () => page(withPolicy(request, response), response))
          : answerNode(request, response, refusal ?? match(path));
      work.catch((error: Error) => {
        log.error(describeError(error), "a request failed outside its handler");
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    },
  );
  // This timeout also applies to Next's replies, because a connection without traffic keeps its reply in memory.
  server.setTimeout(STALLED_MS);
  // Disables Node's limit, because Node would silently drop excess headers. `refusalOf` rejects such a request
  // instead.
  server.maxHeadersCount = 0;
  // Expectations other than 100-continue are ignored, as RFC 9110 §10.1.1 allows. Node would reply 417 without a
  // body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  answerParserErrors(server, (path) => (isApi(path, rootRoutes) ? match(path).route : wrongMethod));
  const closeServer = drainer(server, DRAIN_MS);
  const port = await listen(server, PORT, HOST);
  let stopped: Promise<void> | undefined;
  return { port, stop: (otherWork) => (stopped ??= drain(closeServer, otherWork)) };
}

const wrongMethod = everyMethod(() => {
  return methodNotAllowed("GET, HEAD, POST");
});
const tooManyHeaders = everyMethod(() => new Failure("headers_too_large", `Send at most ${MAX_HEADERS} headers.`));
const wrongHost = everyMethod(() => {
  return new Failure("invalid_request", "Send exactly one `Host` header with the host and port of this server.");
});
const tooLarge = everyMethod(
  () => new Failure("payload_too_large", `Send at most ${MAX_FORM_BYTES} bytes, and say how many.`),
);

/**
 * Returns the route that rejects a request, or null to accept it. It rejects too many headers and all but one
 * host. For pages, it also rejects other methods and large forms.
 */
function refusalOf(request: IncomingMessage, isPage: boolean): { route: Route; params: Record<string, string> } | null {
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return { route: tooManyHeaders, params: {} };
  if (!hasOneHost(request)) return { route: wrongHost, params: {} };
  if (!isPage) return null;
  if (!["GET", "HEAD", "POST"].includes(request.method ?? "")) return { route: wrongMethod, params: {} };
  const isLarge = request.method === "POST" && !(Number(request.headers["content-length"]) <= MAX_FORM_BYTES);
  return isLarge ? { route: tooLarge, params: {} } : null;
}

/**
 * Adds the content security policy and other headers to a page's request and reply. Next reads the nonce from the
 * request's header, so a caller's own header is replaced.
 */
function withPolicy(request: IncomingMessage, response: ServerResponse): IncomingMessage {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
  request.headers["x-path"] = request.url;
  // The caller's entries are kept. The address that this server saw is added on the right.
  const forwarded = request.headers["x-forwarded-for"];
  request.headers["x-forwarded-for"] = [forwarded, peerOf(request)].filter(Boolean).join(", ");
  if (!health().ready) response.setHeader("Connection", "close");
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  response.setHeader("X-Frame-Options", "DENY");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  for (const [name, value] of Object.entries(transportSecurity())) response.setHeader(name, value);
  return request;
}

async function drain(closeServer: () => Promise<void>, otherWork?: Promise<void>): Promise<void> {
  health().ready = false;
  health().stop.abort();
  const started = performance.now();
  await closeServer();
  await flushRequestLog();
  await otherWork;
  await database().sql.end({ timeout: 5 });
  log.info({ ms: Math.round(performance.now() - started) }, "stopped");
}
