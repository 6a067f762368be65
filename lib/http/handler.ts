import { authenticateBearer } from "@/lib/auth/authenticate";
import { encodeId, newId } from "@/lib/db/ids";
import type { Failure } from "@/lib/errors";
import { UNKNOWN_ROUTE } from "@/lib/limits";
import { countRequest } from "@/lib/rate-limit/requests";
import { notFound } from "./failures";
import { logRequest } from "./log/log-request";
import { toProblem } from "./problem";
import { withCommonHeaders } from "./reply/common-headers";
import { type ApiRequest, fromWeb, type Reply, toResponse } from "./reply/reply";
import { clientAddress } from "./request/address";
import { requestPath } from "./request/target";
import { observeReply } from "./server/metrics";

/** A route handler. Next calls it with Web objects. `server.ts` calls `answer`, which works without them. */
export interface Handler {
  (request: Request, route: { params: Promise<Record<string, string | string[] | undefined>> }): Promise<Response>;
  answer(request: ApiRequest, params: Record<string, unknown>): Promise<Reply>;
}

/** Creates a route handler for both servers from a function that turns a request into a reply. */
export function toHandler(answer: Handler["answer"]): Handler {
  const handler = async (request: Request, route: { params: Promise<Record<string, unknown>> }) => {
    // Next's router ignores trailing slashes, but the API accepts only one spelling of each path.
    const isKnown = !requestPath(request).endsWith("/");
    const reply = await (isKnown ? answer : missing.answer)(fromWeb(request), await route.params);
    return toResponse(reply, request.method);
  };
  return Object.assign(handler, { answer });
}

/**
 * Returns a handler that rejects every request, and logs requests with a credential. The failure may depend on the
 * path.
 */
export function refuseWith(failure: (path: string, requestId: string) => Failure): Handler {
  return toHandler(async (request) => {
    const startedAt = performance.now();
    const id = newId();
    const requestId = encodeId("request", id);
    const ip = clientAddress(request);
    const verdict = await countRequest(null, ip);
    const path = requestPath(request);
    const refusal = verdict.refusal ?? failure(path, requestId);
    const reply = toProblem(refusal, requestId, path);
    const ms = performance.now() - startedAt;
    observeReply(UNKNOWN_ROUTE, reply.status, ms);
    const authorization = request.headers.get("authorization");
    if (authorization !== null && !verdict.refusal) {
      const userAgent = request.headers.get("user-agent")?.slice(0, 300) ?? null;
      const outcome = { route: UNKNOWN_ROUTE, status: reply.status, failure: refusal, body: null };
      // Isn't awaited, because the reply doesn't depend on the caller. Only the request log needs it.
      authenticateBearer(authorization).then(
        (caller) => logRequest(caller, request, { id, ms, ip, userAgent }, outcome),
        () => {},
      );
    }
    return withCommonHeaders(reply, requestId, verdict.headers);
  });
}

const missing = refuseWith(() => notFound());
