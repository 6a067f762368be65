import { authenticateBearer } from "@/lib/auth/authenticate";
import type { Caller, Context } from "@/lib/auth/context";
import type { SignedIn } from "@/lib/auth/session";
import { database } from "@/lib/db/client";
import { encodeId, newId, timeOfId } from "@/lib/db/ids";
import { readerAt } from "@/lib/db/replica";
import type { Failure } from "@/lib/errors";
import { noteRefusal } from "@/lib/http/log/refusals";
import { recordRequest } from "@/lib/http/log/request-log";
import {
  type Answer,
  type ApiRequest,
  fromWeb,
  type Json,
  type Reply,
  type Streamed,
  toResponse,
} from "@/lib/http/reply/reply";
import { assertAcceptable, cacheable, success, unlessKnown } from "@/lib/http/reply/success";
import { clientAddress } from "@/lib/http/request/address";
import { formProblem, parseForm } from "@/lib/http/request/form";
import { listParameters, notFound, parseBody, parseParams, parseQuery, readBody } from "@/lib/http/request/parse";
import { observeReply } from "@/lib/http/server/metrics";
import { transportSecurity } from "@/lib/http/server/transport-security";
import { MAX_BATCH_BODY_BYTES, MAX_BODY_BYTES, ROWS_PER_REQUEST, UNKNOWN_ROUTE } from "@/lib/limits";
import { countRequest, countRows, type RateVerdict } from "@/lib/rate-limit/requests";
import { assertAllowed, identify } from "./access";
import { within, withoutDeadlock } from "./deadline";
import { idempotencyKey, runOnce } from "./idempotency";
import { type Body, type Operation, type Params, type Query, type Response as ResponseOf, takesKey } from "./operation";
import { problem, toFailure } from "./problem";
import { secretFields } from "./secret-fields";

/** What a public operation knows of its caller: nothing but the connection. */
export type PublicContext = Pick<Context, "db" | "requestId" | "ip" | "userAgent">;
/** What an operation on somebody's own account knows: the person, and no organization. */
export type PersonContext = PublicContext & { person: SignedIn };
type ContextOf<O extends Operation> = O["access"] extends "public"
  ? PublicContext
  : O["access"] extends "person"
    ? PersonContext
    : Context;
type AnyContext = PublicContext | PersonContext | Context;

export interface Input<O extends Operation> {
  params: Params<O>;
  query: Query<O>;
  body: Body<O>;
  request: ApiRequest;
  /** Checks the credential anew, for replies that outlast it. @throws Failure as the door does. */
  recheck: () => Promise<void>;
  /** Says whom a public operation found its caller to be, for the request log. */
  identified: (caller: Caller) => void;
}

type Result<O extends Operation> = O["streams"] extends readonly string[]
  ? Streamed
  : ResponseOf<O> | Answer<ResponseOf<O> | Json<ResponseOf<O>>>;
type Run<O extends Operation> = (ctx: ContextOf<O>, input: Input<O>) => Promise<Result<O>> | Result<O>;

/** A route handler: Next calls it with Web objects, `server.ts` calls `answer` and spares them. */
export interface Handler {
  (request: Request, route: { params: Promise<Record<string, string | string[] | undefined>> }): Promise<Response>;
  answer(request: ApiRequest, params: Record<string, unknown>): Promise<Reply>;
}

const JSON_REPLY = "application/json; charset=utf-8";

/** Wraps a function from request to reply in what both servers need. */
export function door(answer: Handler["answer"]): Handler {
  const handler = async (request: Request, route: { params: Promise<Record<string, unknown>> }) => {
    // Next's router takes a trailing slash for the same path; the API has one spelling of each.
    const known = !pathOf(request).endsWith("/");
    const reply = await (known ? answer : missing.answer)(fromWeb(request), await route.params);
    return toResponse(reply, request.method);
  };
  return Object.assign(handler, { answer });
}

/**
 * The one door of the API: request id, authentication, rate limit, access, parsing, the operation's own work,
 * reply. Every failure, whoever throws it, leaves through the same `catch` as a problem document (RFC 9457).
 */
export function handle<const O extends Operation>(operation: O, run: Run<O>): Handler {
  const lists = listParameters(operation.query);
  const limit = operation.batch ? MAX_BATCH_BODY_BYTES : MAX_BODY_BYTES;
  const refusal = operation.form ? formProblem : problem;
  const secrets = secretFields(operation);
  const isConstant = operation.constant === true && operation.streams === undefined;
  let constant: Reply | undefined;

  async function work(
    ctx: AnyContext,
    request: ApiRequest,
    params: Record<string, unknown>,
    seen: Seen,
    countRows: (rows: number) => Promise<void>,
  ): Promise<Reply> {
    const target = targetOf(request);
    const search = target.indexOf("?");
    const parsedParams = parseParams(operation, params);
    const query = parseQuery(operation, lists, search === -1 ? "" : target.slice(search + 1));
    // A format that the query names wins: generated clients send an `Accept` of their own beside it.
    if (!("format" in query)) assertAcceptable(operation, request);
    const bytes = request.method === "GET" ? null : await readBody(operation, request, limit);
    seen.body = bytes;
    const body = operation.form ? parseForm(operation, bytes) : parseBody(operation, bytes, request);
    await countRows(rowsOf(operation, body));
    const recheck = async () => assertAllowed(operation, (await identify(operation, request)).caller);
    const identified = (caller: Caller) => {
      seen.caller = caller;
    };
    const input = { params: parsedParams, query, body, request, recheck, identified } as unknown as Input<O>;
    const make = async (context: AnyContext) => success(operation, await run(context as ContextOf<O>, input));
    const finish = isConstant ? async () => (constant ??= cacheable(await make(ctx))) : make;
    const key = idempotencyKey(request);
    const isOnce = key !== null && takesKey(operation) && ("organizationId" in ctx || "person" in ctx);
    const asked = { method: request.method, target, body: bytes };
    const reply = await withoutDeadlock(() => within(isOnce ? runOnce(ctx, key, asked, secrets, finish) : finish(ctx)));
    return operation.method === "GET" ? unlessKnown(request, reply) : reply;
  }

  return door(async (request, params) => {
    const started = performance.now();
    const id = newId();
    const requestId = encodeId("request", id);
    const ip = clientAddress(request);
    const userAgent = request.headers.get("user-agent")?.slice(0, 300) ?? null;
    let caller: Caller | null = null;
    let verdict: RateVerdict | null = null;
    let failure: Failure | null = null;
    const seen: Seen = { body: null, caller: null };
    let reply: Reply;
    try {
      const identity = await identify(operation, request);
      caller = identity.caller;
      const person = identity.person && { person: identity.person };
      verdict = await countRequest(caller, ip);
      if (verdict.refusal) throw verdict.refusal;
      assertAllowed(operation, caller);
      const db = operation.replica ? readerAt(caller?.walPosition) : database().db;
      reply = await work(
        { ...caller, ...person, db, requestId, ip, userAgent },
        request,
        params,
        seen,
        async (rows) => {
          if (rows <= ROWS_PER_REQUEST) return;
          verdict = await countRows(caller, ip, rows);
          if (verdict.refusal) throw verdict.refusal;
        },
      );
    } catch (error) {
      failure = toFailure(error, requestId);
      if (failure.code === "forbidden" && caller?.role) noteRefusal(operation, caller, { requestId, ip, userAgent });
      reply = refusal(failure, requestId, pathOf(request));
    }
    if (verdict === null) {
      verdict = await countRequest(caller, ip);
      if (verdict.refusal) reply = refusal(verdict.refusal, requestId, pathOf(request));
    }
    caller ??= seen.caller;
    const outcome = { route: operation.path, status: reply.status, failure, body: seen.body };
    const ms = performance.now() - started;
    observeReply(operation.id, reply.status, ms);
    if (caller) noteRequest(caller, request, { id, ms, ip, userAgent }, outcome);
    return withCommonHeaders(reply, requestId, verdict.headers);
  });
}

/** What a request turned out to be while it was worked on. */
interface Seen {
  body: Buffer | null;
  caller: Caller | null;
}

interface Arrival {
  id: string;
  /** How long its answer took. */
  ms: number;
  ip: string | null;
  userAgent: string | null;
}
type Outcome = { route: string; status: number; failure: Failure | null; body: Buffer | null };

/** Hands a machine's request to the request log; people's are in none. */
function noteRequest({ actor, organizationId }: Caller, request: ApiRequest, arrival: Arrival, outcome: Outcome): void {
  if (actor.kind === "user") return;
  const { route, status, failure, body } = outcome;
  recordRequest({
    organization_id: organizationId,
    id: arrival.id,
    method: request.method,
    route,
    status,
    code: failure?.code ?? null,
    duration_ms: Math.round(arrival.ms),
    credential_kind: actor.kind,
    credential_id: actor.id,
    ip: arrival.ip,
    user_agent: arrival.userAgent,
    created_at: timeOfId(arrival.id).toISOString(),
    target: targetOf(request),
    ...(failure && { refusal: { detail: failure.message, errors: failure.errors, body } }),
  });
}

/** A handler that always answers with one failure, which may depend on the path. */
export function refuse(failure: (path: string, requestId: string) => Failure): Handler {
  return door(async (request) => {
    const started = performance.now();
    const id = newId();
    const requestId = encodeId("request", id);
    const ip = clientAddress(request);
    const verdict = await countRequest(null, ip);
    const path = pathOf(request);
    const refusal = verdict.refusal ?? failure(path, requestId);
    const reply = problem(refusal, requestId, path);
    const ms = performance.now() - started;
    observeReply(UNKNOWN_ROUTE, reply.status, ms);
    const authorization = request.headers.get("authorization");
    if (authorization !== null && !verdict.refusal) {
      const userAgent = request.headers.get("user-agent")?.slice(0, 300) ?? null;
      const outcome = { route: UNKNOWN_ROUTE, status: reply.status, failure: refusal, body: null };
      // Nobody waits for it: the answer is the same for everybody, and only the log wants to know who asked.
      authenticateBearer(authorization).then(
        (caller) => noteRequest(caller, request, { id, ms, ip, userAgent }, outcome),
        () => {},
      );
    }
    return withCommonHeaders(reply, requestId, verdict.headers);
  });
}

const missing = refuse(notFound);

/** Path and query of a request, whether its URL is absolute (Web, RFC 9112 §3.2.2) or from the root (Node). */
function targetOf({ url }: Pick<ApiRequest, "url">): string {
  if (url.startsWith("/")) return url;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start === -1 ? "/" : url.slice(start);
}

function pathOf(request: Pick<ApiRequest, "url">): string {
  return targetOf(request).split("?", 1)[0] ?? "/";
}

export function withCommonHeaders(reply: Reply, requestId: string, rate: Record<string, string>): Reply {
  const headers = {
    "Content-Type": JSON_REPLY,
    "Cache-Control": "private, no-store",
    Vary: "Authorization, Cookie",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...transportSecurity(),
    ...rate,
    ...reply.headers,
  };
  if (reply.compress) headers.Vary = `${headers.Vary}, Accept-Encoding`;
  if (reply.body === null) Reflect.deleteProperty(headers, "Content-Type");
  return { ...reply, headers };
}

/** How many rows a request brings; one that is no batch brings none. */
function rowsOf({ batch }: Operation, body: unknown): number {
  const rows = batch && (body as Record<string, unknown>)[batch];
  return Array.isArray(rows) ? rows.length : 0;
}
