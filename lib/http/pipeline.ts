import { authenticateCredential } from "@/lib/auth/authenticate";
import type { Caller } from "@/lib/auth/context";
import { database } from "@/lib/db/client";
import { encodeId, newId } from "@/lib/db/ids";
import { readerAt } from "@/lib/db/replica";
import type { Failure } from "@/lib/errors";
import { MAX_BATCH_BODY_BYTES, MAX_BODY_BYTES, ROWS_PER_REQUEST } from "@/lib/limits";
import { countRequest, countRows, type RateVerdict, uncountRequest } from "@/lib/rate-limit/requests";
import { assertAllowed, assertOwnPage, type Identity, identify } from "./access";
import { callHref } from "./call";
import type { AnyContext, PublicContext } from "./context";
import { withDeadline, withoutDeadlock } from "./deadline";
import { idempotencyKey, runOnce } from "./idempotency";
import { logRequest } from "./log/log-request";
import { recordRefusal } from "./log/refusals";
import { type AnyInput, type DeclaredHeader, type Operation, takesKey } from "./operation";
import { toFailure, toProblem } from "./problem";
import type { Protocol } from "./protocol";
import { withCommonHeaders } from "./reply/common-headers";
import type { ApiRequest, Reply } from "./reply/reply";
import { assertAcceptable, cacheable, EVENT_STREAM, notModifiedIfCurrent, toSuccess } from "./reply/success";
import { clientAddress } from "./request/address";
import { formProblem, parseForm } from "./request/form";
import { listParameters, parseBody, parseParams, parseQuery, readBody, textField } from "./request/parse";
import { requestPath, requestQueryString, requestTarget } from "./request/target";
import { secretFields } from "./secret-fields";
import { observeReply } from "./server/metrics";

/** Data about an operation that the stages need. It is computed once per operation. */
interface Plan {
  operation: Operation;
  /** Names of query parameters that accept several values. */
  lists: Set<string>;
  maxBodyBytes: number;
  replyTo: typeof toProblem;
  /** Names of reply fields that are null in a replay. */
  secrets: readonly string[];
  /** The cached replies of a constant operation, by path parameters. */
  constants: Map<string, Reply>;
}

/**
 * The state of a request, filled in by the stages. It must not reference the reply: after waiting for the
 * database, the state is in V8's old generation. Everything that it references is then kept until a full
 * collection (+10 % CPU per GET of 50 alerts).
 */
interface State {
  readonly plan: Plan;
  readonly request: ApiRequest;
  /** Path parameters before parsing. */
  readonly rawParams: Record<string, unknown>;
  /** The request's UUID, and the same ID in its public form. */
  readonly id: string;
  readonly requestId: string;
  readonly startedAt: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  identity: Identity | null;
  /** The failure of identification. It is thrown after the request is counted. */
  identityFailure: Failure | null;
  verdict: RateVerdict | null;
  /** The request body before parsing. */
  body: Buffer | null;
  input: AnyInput | null;
}

type Stage = (state: State) => void | Promise<void>;

/**
 * The stages of a request. After them, `perform` creates the reply. If a stage throws, its failure becomes the
 * reply.
 */
const stages: readonly Stage[] = [identifyCaller, limitRate, authorize, parse, limitRows];

type Pipeline = (request: ApiRequest, rawParams: Record<string, unknown>, identity?: Identity) => Promise<Reply>;

const pipelines = new WeakMap<Operation, Pipeline>();

/** Returns the function that handles an operation's requests. It is created once per operation. */
export function pipelineFor(operation: Operation): Pipeline {
  const known = pipelines.get(operation);
  if (known) return known;
  const pipeline = createPipeline(operation);
  pipelines.set(operation, pipeline);
  return pipeline;
}

function createPipeline(operation: Operation): Pipeline {
  const plan: Plan = {
    operation,
    lists: listParameters(operation.query),
    maxBodyBytes: operation.batch ? MAX_BATCH_BODY_BYTES : MAX_BODY_BYTES,
    replyTo: operation.protocol?.toReply ?? (operation.form ? formProblem : toProblem),
    secrets: secretFields(operation),
    constants: new Map(),
  };
  return async (request, rawParams, identity) => {
    const state = begin(plan, request, rawParams, identity ?? null);
    let failure: Failure | null = null;
    let reply: Reply;
    try {
      for (const stage of stages) {
        const pending = stage(state);
        if (pending) await pending;
      }
      reply = await perform(state);
    } catch (error) {
      failure = toFailure(error, state.requestId);
      reply = refuse(state, failure);
    }
    return end(state, reply, failure);
  };
}

function begin(plan: Plan, request: ApiRequest, rawParams: Record<string, unknown>, identity: Identity | null): State {
  const id = newId();
  return {
    plan,
    request,
    rawParams,
    id,
    requestId: encodeId("request", id),
    startedAt: performance.now(),
    ip: clientAddress(request),
    userAgent: request.headers.get("user-agent")?.slice(0, 300) ?? null,
    identity,
    identityFailure: null,
    verdict: null,
    body: null,
    input: null,
  };
}

/**
 * Identifies the caller. A failure is thrown only after the request is counted, so that guessing credentials is
 * also rate limited.
 */
async function identifyCaller(state: State): Promise<void> {
  try {
    const { operation } = state.plan;
    state.identity ??= operation.protocol
      ? await identifyByProtocol(state, operation.protocol)
      : await identify(operation, state.request);
  } catch (error) {
    state.identityFailure = toFailure(error, state.requestId);
  }
}

/**
 * Identifies the caller by the API key in the header or body of another protocol. The request counts toward its IP
 * address before its body is read, so that requests without a valid key are limited like all others without one.
 */
async function identifyByProtocol(state: State, { key: { header, field } }: Protocol): Promise<Identity> {
  const { plan, request, ip } = state;
  const sent = request.headers.get(header);
  if (sent) return { caller: await authenticateCredential(sent) };
  state.verdict = await countRequest(null, ip);
  if (state.verdict.refusal) throw state.verdict.refusal;
  state.body = await readBody(plan.operation, request, plan.maxBodyBytes);
  const key = textField(state.body, field);
  const identity = key ? { caller: await authenticateCredential(key) } : await identify(plan.operation, request);
  await uncountRequest(ip);
  state.verdict = null;
  return identity;
}

async function limitRate(state: State): Promise<void> {
  state.verdict ??= await countRequest(state.identity?.caller ?? null, state.ip);
  if (state.verdict.refusal) throw state.verdict.refusal;
  if (state.identityFailure) throw state.identityFailure;
}

function authorize({ plan: { operation }, request, identity }: State): void {
  assertAllowed(operation, identity?.caller ?? null);
  if (operation.sameOrigin) assertOwnPage(request);
}

async function parse(state: State): Promise<void> {
  const { operation, lists, maxBodyBytes } = state.plan;
  const { request } = state;
  const params = parseParams(operation, state.rawParams);
  const query = parseQuery(operation, lists, requestQueryString(request));
  // A format in the query takes precedence over `Accept`, because generated clients always send their own header.
  if (!("format" in query) && !operation.protocol) assertAcceptable(operation, request);
  if (request.method !== "GET") state.body ??= await readBody(operation, request, maxBodyBytes);
  const body = operation.form ? parseForm(operation, state.body) : parseBody(operation, state.body, request);
  state.input = {
    params,
    query,
    body,
    ...(operation.headers && { headers: declaredHeaders(operation.headers, request) }),
    // The signal is read only for event streams, because reading it creates a controller and a listener.
    ...(operation.streams?.includes(EVENT_STREAM) && { signal: request.signal }),
    recheck: async () => assertAllowed(operation, (await identify(operation, request)).caller),
    identified: (caller) => {
      state.identity = { caller };
    },
  };
}

function declaredHeaders(names: readonly DeclaredHeader[], request: ApiRequest) {
  return Object.fromEntries(names.map((name) => [name, request.headers.get(name)]));
}

/** Counts the rows of a batch toward the rate limits. Ten rows count as one request. */
function limitRows(state: State): void | Promise<void> {
  const rows = rowsOf(state.plan.operation, state.input?.body);
  if (rows > ROWS_PER_REQUEST) return limitBatch(state, rows);
}

async function limitBatch(state: State, rows: number): Promise<void> {
  state.verdict = await countRows(state.identity?.caller ?? null, state.ip, rows);
  if (state.verdict.refusal) throw state.verdict.refusal;
}

/**
 * Runs the operation and creates its reply. With an `Idempotency-Key`, it runs at most once, in the transaction
 * that stores the reply.
 */
async function perform(state: State): Promise<Reply> {
  const { plan, request, input, identity } = state;
  const { operation } = plan;
  if (!input) throw new Error("The input hasn't been parsed.");
  const db = operation.replica ? readerAt(identity?.caller?.walPosition) : database().db;
  const { requestId, ip, userAgent } = state;
  const context = contextOf(identity, { db, requestId, ip, userAgent });
  const run = (ctx: AnyContext) => runOperation(plan, ctx, input);
  const key = idempotencyKey(request);
  const isKeyed = key !== null && takesKey(operation) && ("organizationId" in context || "person" in context);
  const work = isKeyed ? () => runOnce(context, key, askedFor(state), plan.secrets, run) : () => run(context);
  const reply = await withoutDeadlock(() => withDeadline(work()));
  return operation.method === "GET" ? notModifiedIfCurrent(request, reply) : reply;
}

/** Returns the parts of the request that must be the same in a replay. */
const askedFor = ({ request, body }: State) => ({ method: request.method, target: requestTarget(request), body });

async function runOperation(plan: Plan, context: AnyContext, input: AnyInput): Promise<Reply> {
  const { operation, constants } = plan;
  const isCached = operation.constant && !operation.streams;
  const place = isCached ? JSON.stringify(input.params) : "";
  const known = isCached && constants.get(place);
  if (known) return known;
  const reply = toSuccess(operation, await operation.run(context, input), input);
  if (!isCached) return reply;
  const cached = cacheable(reply);
  constants.set(place, cached);
  return cached;
}

function contextOf(identity: Identity | null, rest: PublicContext): AnyContext {
  return { ...identity?.caller, ...(identity?.person && { person: identity.person }), ...rest };
}

/** Creates the reply for a failure. If a person's role was insufficient, it also records this in the audit log. */
function refuse(state: State, failure: Failure): Reply {
  const { plan, identity, requestId, ip, userAgent } = state;
  if (failure.code === "forbidden" && identity?.caller?.role) {
    recordRefusal(plan.operation, identity.caller, { requestId, ip, userAgent });
  }
  return plan.replyTo(failure, requestId, requestPath(state.request));
}

/** Records the request in metrics and the log, and adds the common headers to its reply. */
function end(state: State, reply: Reply, failure: Failure | null): Reply {
  const { plan, request, identity, id, requestId, ip, userAgent, body, verdict } = state;
  const { operation } = plan;
  const ms = performance.now() - state.startedAt;
  observeReply(operation.id, reply.status, ms);
  const outcome = { route: operation.path, status: reply.status, failure, body };
  if (identity?.caller) logRequest(identity.caller, request, { id, ms, ip, userAgent }, outcome);
  return withCommonHeaders(reply, requestId, verdict?.headers ?? {});
}

/** Returns the number of rows in a batch, or zero for other operations. */
function rowsOf({ batch }: Operation, body: unknown): number {
  const rows = batch && (body as Record<string, unknown>)[batch];
  return Array.isArray(rows) ? rows.length : 0;
}

/** The input of a request from this process, before parsing. */
interface RawInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The body. It is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Runs an operation in-process for an identified caller, with all stages of an HTTP request: limits, scopes,
 * validation, idempotency and the request log. Don't use it for streams, because they check the credential again.
 * @returns the reply. A failure becomes a problem document.
 */
export function execute(operation: Operation, caller: Caller, raw: RawInput, origin: Origin): Promise<Reply> {
  const bytes = raw.body === undefined ? null : Buffer.from(JSON.stringify(raw.body));
  const headers = new Headers({ ...raw.headers, ...(bytes && { "Content-Type": "application/json" }) });
  if (origin.userAgent !== null) headers.set("User-Agent", origin.userAgent);
  const request: ApiRequest = {
    method: operation.method,
    url: `${callHref(operation.path, { params: raw.params ?? {} })}?${new URLSearchParams(raw.query)}`,
    headers,
    ...(origin.ip !== null && { peer: origin.ip }),
    read: async (take) => {
      if (bytes) take(bytes);
    },
  };
  return pipelineFor(operation)(request, raw.params ?? {}, { caller });
}

/** Where the request came from, for the request log. */
interface Origin {
  ip: string | null;
  userAgent: string | null;
}
