import type { z } from "zod";
import type { Caller, Context } from "@/lib/auth/context";
import type { ErrorCode } from "@/lib/errors";
import type { Role, Scope } from "@/lib/values";
import type { AnyContext, PersonContext, PublicContext } from "./context";
import type { JsonBody, StreamedBody } from "./reply/reply";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may call: a scope (keys, tokens, and people whose role holds it), a role (signed-in people only, for what
 * no machine may do), a signed-in person whatever the organization, any credential, or anyone.
 */
type Access = { scope: Scope } | { role: Role } | "person" | "any" | "public";

/** Request headers that an operation may read. */
export type DeclaredHeader = "accept" | "authorization" | "if-match" | "last-event-id";

/** Everything about an operation but its function: plain data. */
export interface Declaration {
  id: string;
  method: Method;
  /** Below `/api/v1`, with parameters in braces: `/alerts/{id}`. Of the few routes outside of it, the whole path. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * True when the body is a form and failures are OAuth's JSON (RFC 6749 §5) instead of problem documents, since the
   * libraries that call it know nothing else.
   */
  form?: true;
  /**
   * True when the caller proves a POST with a password or a code. It takes no `Idempotency-Key`: its answer must not come again
   * without the proof, and each guess is counted in a transaction of its own.
   */
  proved?: true;
  /** True when the body may be left out. */
  bodyOptional?: boolean;
  /** The name of the body's list whose rows the rate limits count, for operations that take many at once. */
  batch?: string;
  /** The batch operation that takes several of its bodies: a path below `/api/v1`, and the name of the list there. */
  many?: { path: string; list: string };
  /** Request headers that `run` reads. */
  headers?: readonly DeclaredHeader[];
  /** True when only a page of this site may call it without a session, such as sign-up. Others are refused (403). */
  sameOrigin?: true;
  /** The status of success. */
  status: number;
  /** Another status that means success too, and the results that are answered with it. */
  otherStatus?: { status: number; when(result: object): boolean };
  /** True when a 201 names the new resource in `Location`: its path is this one, followed by the id. */
  location?: true;
  /** Absent when the success has no content. */
  response?: z.ZodType;
  /** Media types of a success that is streamed instead of being one JSON document; `response` then is one line of it. */
  streams?: readonly string[];
  /** True of a GET whose reply holds a secret, such as a link that works once: it is never compressed. */
  secret?: true;
  /** True when it answers without the database, so that neither an outage nor a fault of it shows. */
  constant?: true;
  /** True for lists and figures, which a streaming replica may answer. */
  replica?: true;
  /** Codes of this operation besides those that its shape implies. */
  errors?: readonly ErrorCode[];
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<string, never>;
type Body<D extends Declaration> = D["body"] extends z.ZodType
  ? D["bodyOptional"] extends true
    ? z.output<D["body"]> | undefined
    : z.output<D["body"]>
  : undefined;

/** What `run` gets of a request: parsed, and only what the operation declares. */
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
  /** Aborted when the caller is gone. */
  signal?: AbortSignal | undefined;
  /** Checks the credential again, for replies that may outlast it. @throws Failure as the pipeline does. */
  recheck(): Promise<void>;
}

/** Input of operations that authenticate their caller themselves. */
export interface FormInput {
  /** Names the caller, for the request log. */
  identified(caller: Caller): void;
}

/** The same for any operation, as the pipeline makes it. */
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
   * Does the work of the operation, without HTTP: for the pipeline, pages and jobs. The context is trusted: scopes, limits
   * and idempotency are the pipeline's.
   */
  run(context: ContextOf<D>, input: Input<D>): Result<D>;
}

/**
 * An operation of the API: its declaration and the function that does its work. `run` is a method, whose parameters
 * TypeScript compares both ways: so operations with their own contexts and inputs fit into one list.
 */
export interface Operation extends Declaration {
  run(context: AnyContext, input: AnyInput): unknown;
}

/** Defines an operation. Routes, checks, OpenAPI document, reference, typed client and contract tests come from it. */
export function defineOperation<const D extends Declaration>(declaration: D, run: Runs<D>["run"]): D & Runs<D> {
  return { ...declaration, run };
}

/** Whether an `Idempotency-Key` is honored. Anonymous callers have no owner to store a key under. */
export const takesKey = ({ method, access, proved }: Declaration) =>
  method === "POST" && access !== "public" && !proved;

/** Refused before the operation is known, so always as a problem document. */
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
 * The codes that an operation can answer a machine with: those it declares and those that its shape implies. An unknown
 * query parameter is refused everywhere, and so is a body that nobody asked for, unless it is an empty object.
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

/** The media type of an operation's body. */
export const bodyType = ({ form }: Declaration) => (form ? "application/x-www-form-urlencoded" : "application/json");

/** Whether a success carries an `ETag`: the version of a resource, or the tag of a constant reply. */
export function hasEntityTag({ response, streams, constant }: Declaration): boolean {
  return !streams && (constant === true || "version" in fieldsOf(response));
}

/** Whether a success is a page of a list, with the next page in `Link`. */
export const isPage = ({ method, response }: Declaration) => method === "GET" && "next_cursor" in fieldsOf(response);

const fieldsOf = (response: z.ZodType | undefined): object =>
  response && "shape" in response ? (response.shape as object) : {};
