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

/** A route handler. Next calls it with Web objects; `server.ts` calls `answer`, which avoids creating them. */
export interface Handler {
  (request: Request, route: { params: Promise<Record<string, string | string[] | undefined>> }): Promise<Response>;
  answer(request: ApiRequest, params: Record<string, unknown>): Promise<Reply>;
}

/** Makes a function from request to reply callable by both servers. */
export function toHandler(answer: Handler["answer"]): Handler {
  const handler = async (request: Request, route: { params: Promise<Record<string, unknown>> }) => {
    // Next's router ignores trailing slashes; the API accepts only one spelling of each path.
    const isKnown = !requestPath(request).endsWith("/");
    const reply = await (isKnown ? answer : missing.answer)(fromWeb(request), await route.params);
    return toResponse(reply, request.method);
  };
  return Object.assign(handler, { answer });
}

/** Returns a handler that always fails. The failure may depend on the path. */
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
      // Not awaited: the reply is the same for all callers, and only the request log needs the caller.
      authenticateBearer(authorization).then(
        (caller) => logRequest(caller, request, { id, ms, ip, userAgent }, outcome),
        () => {},
      );
    }
    return withCommonHeaders(reply, requestId, verdict.headers);
  });
}

const missing = refuseWith(notFound);
