import type { z } from "zod";
import type { Caller, Context } from "@/lib/auth/context";
import type { ErrorCode } from "@/lib/errors";
import type { Role, Scope } from "@/lib/values";
import type { AnyContext, PersonContext, PublicContext } from "./context";
import type { JsonBody, StreamedBody } from "./reply/reply";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may call: a scope (keys, tokens, and people whose role includes it), a role (only signed-in people), any
 * signed-in person, any credential, or anyone.
 */
type Access = { scope: Scope } | { role: Role } | "person" | "any" | "public";

/** Request headers that an operation may read. */
export type DeclaredHeader = "accept" | "authorization" | "if-match" | "last-event-id";

/** An operation without its function: plain data. */
export interface Declaration {
  id: string;
  method: Method;
  /** Relative to `/api/v1`, with parameters in braces: `/alerts/{id}`. For the few routes elsewhere, the full path. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * True if the body is a form and errors are OAuth's JSON (RFC 6749 §5) instead of problem documents, as OAuth
   * libraries require.
   */
  form?: true;
  /**
   * True if the caller proves a POST with a password or code. It accepts no `Idempotency-Key`: a replay must not skip
   * the proof, and each guess is counted in its own transaction.
   */
  proved?: true;
  /** True if the body is optional. */
  bodyOptional?: boolean;
  /** The name of the body's array whose rows count toward rate limits, for batch operations. */
  batch?: string;
  /** The batch operation for several of its bodies: a path relative to `/api/v1`, and the name of the array there. */
  many?: { path: string; list: string };
  /** Request headers that `run` reads. */
  headers?: readonly DeclaredHeader[];
  /** True if only pages of this site may call it without a session, such as sign-up. Others get 403. */
  sameOrigin?: true;
  /** The status of success. */
  status: number;
  /** Another success status, and the results that get it. */
  otherStatus?: { status: number; when(result: object): boolean };
  /** True if a 201 reply has a `Location` header: its path followed by the ID. */
  location?: true;
  /** Absent if a success has no content. */
  response?: z.ZodType;
  /** Media types of a streamed success. `response` is then the schema of one line. */
  streams?: readonly string[];
  /** True for a GET whose reply contains a secret, such as a single-use link. It is never compressed. */
  secret?: true;
  /** True if it works without the database, so that an outage doesn't affect it. */
  constant?: true;
  /** True for lists and figures, which a streaming replica may serve. */
  replica?: true;
  /** Error codes in addition to those implied by the declaration. */
  errors?: readonly ErrorCode[];
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<string, never>;
type Body<D extends Declaration> = D["body"] extends z.ZodType
  ? D["bodyOptional"] extends true
    ? z.output<D["body"]> | undefined
    : z.output<D["body"]>
  : undefined;

/** The input of `run`: parsed, and only what the operation declares. */
type Input<D extends Declaration> = {
  params: Parsed<D["params"]>;
  query: Parsed<D["query"]>;
  body: Body<D>;
} & (D["headers"] extends readonly (infer Name extends DeclaredHeader)[]
  ? { headers: Record<Name, string | null> }
  : unknown) &
  (D["streams"] extends readonly string[] ? StreamInput : unknown) &
  (D["form"] extends true ? FormInput : unknown);

/** Input of operations that stream their reply. */
interface StreamInput {
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
  /**
   * Checks the credential again, for replies that may outlive it.
   * @throws Failure like the pipeline.
   */
  recheck(): Promise<void>;
}

/** Input of operations that authenticate their caller themselves. */
export interface FormInput {
  /** Sets the caller, for the request log. */
  identified(caller: Caller): void;
}

/** The input of any operation, as created by the pipeline. */
export interface AnyInput extends Partial<StreamInput>, Partial<FormInput> {
  params: unknown;
  query: unknown;
  body: unknown;
  headers?: Partial<Record<DeclaredHeader, string | null>>;
}

type ContextOf<D extends Declaration> = D["access"] extends "public"
  ? PublicContext
  : D["access"] extends "person"
    ? PersonContext
    : Context;
type Result<D extends Declaration> = D["streams"] extends readonly string[]
  ? StreamedBody | Promise<StreamedBody>
  : D["response"] extends z.ZodType
    ? Value<D["response"]> | Promise<Value<D["response"]>>
    : Promise<void>;
type Value<S extends z.ZodType> = z.input<S> | JsonBody<z.input<S>>;

interface Runs<D extends Declaration> {
  /**
   * Does the operation's work, without HTTP: for the pipeline, pages and jobs. The context is trusted: the pipeline
   * handles scopes, limits and idempotency.
   */
  run(context: ContextOf<D>, input: Input<D>): Result<D>;
}

/**
 * An operation of the API: its declaration and its function. `run` is a method, because TypeScript compares method
 * parameters bivariantly, so operations with different contexts and inputs fit into one list.
 */
export interface Operation extends Declaration {
  run(context: AnyContext, input: AnyInput): unknown;
}

/**
 * Defines an operation. Routes, validation, the OpenAPI document, the reference, the typed client and contract tests
 * are derived from it.
 */
export function defineOperation<const D extends Declaration>(declaration: D, run: Runs<D>["run"]): D & Runs<D> {
  return { ...declaration, run };
}

/** Whether an `Idempotency-Key` is accepted. Anonymous callers have no owner to store a key under. */
export const takesKey = ({ method, access, proved }: Declaration) =>
  method === "POST" && access !== "public" && !proved;

/** Rejected before the operation is known, so always with a problem document. */
export const transportErrors: readonly ErrorCode[] = ["uri_too_long", "headers_too_large"];

const formErrors: ErrorCode[] = [
  ...transportErrors,
  "invalid_request",
  "validation_failed",
  "unauthenticated",
  "not_acceptable",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal",
  "unavailable",
];

/**
 * Returns the error codes that an operation can return to a credential: declared ones and those implied by the
 * declaration. Every operation rejects unknown query parameters, and unexpected bodies except an empty object.
 */
export function errorsOf(operation: Declaration): ErrorCode[] {
  const { access, method } = operation;
  const isPublic = access === "public";
  if (operation.form) return formErrors;
  const implied: ErrorCode[] = [...transportErrors, "not_acceptable", "rate_limited", "validation_failed"];
  if (!operation.constant) implied.push("internal", "unavailable");
  if (!isPublic) implied.push("unauthenticated", "api_access_disabled");
  if (access === "person" || operation.sameOrigin) implied.push("forbidden");
  if (typeof access === "object") implied.push("scope" in access ? "insufficient_scope" : "forbidden");
  if (operation.path.includes("{")) implied.push("not_found");
  if (method !== "GET") implied.push("invalid_json", "payload_too_large", "unsupported_media_type");
  if (method === "POST") implied.push("invalid_request");
  if (operation.headers?.includes("if-match")) implied.push("version_mismatch");
  if (takesKey(operation)) implied.push("idempotency_in_progress", "idempotency_key_reused");
  return [...new Set([...implied, ...(operation.errors ?? [])])];
}

/** Returns the media type of an operation's body. */
export const bodyType = ({ form }: Declaration) => (form ? "application/x-www-form-urlencoded" : "application/json");

/** Returns whether a success has an `ETag`: a resource's version, or the tag of a constant reply. */
export function hasEntityTag({ response, streams, constant }: Declaration): boolean {
  return !streams && (constant === true || "version" in fieldsOf(response));
}

/** Returns whether a success is a page of a list, with the next page in `Link`. */
export const isPage = ({ method, response }: Declaration) => method === "GET" && "next_cursor" in fieldsOf(response);

const fieldsOf = (response: z.ZodType | undefined): object =>
  response && "shape" in response ? (response.shape as object) : {};
