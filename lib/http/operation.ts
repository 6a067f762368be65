import type { z } from "zod";
import type { Caller, Context } from "@/lib/auth/context";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import type { Role, Scope } from "@/lib/values";
import type { AnyContext, PersonContext, PublicContext } from "./context";
import type { Protocol } from "./protocol";
import type { JsonBody, StreamedBody } from "./reply/reply";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may call an operation. A scope allows keys, tokens, and people whose role includes it. A role allows only
 * signed-in people. The others allow any signed-in person, any credential or anyone.
 */
type Access = { scope: Scope } | { role: Role } | "person" | "any" | "public";

/** Names of request headers that an operation may read. */
export type DeclaredHeader = "accept" | "authorization" | "if-match" | "last-event-id";

/** The declaration of an operation: plain data, without its function. */
export interface Declaration {
  id: string;
  method: Method;
  /**
   * The path relative to `/api/v1`, with parameters in braces, such as `/alerts/{id}`. The few routes outside use
   * the full path.
   */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * True if the body is a form and errors are OAuth's JSON (RFC 6749 §5), as OAuth libraries require, instead of
   * problem documents.
   */
  form?: true;
  /** The protocol of another system whose clients call the operation. */
  protocol?: Protocol;
  /**
   * True for a POST that accepts no `Idempotency-Key`, because it must not run in the key's transaction: a password or
   * code confirms it and each guess is counted, it waits for another system, or it commits in batches.
   */
  keyless?: true;
  /** True if the caller may omit the body. */
  bodyOptional?: boolean;
  /** For batch operations: the name of the array in the body whose rows count toward rate limits. */
  batch?: string;
  /**
   * The batch operation that accepts several of these bodies: its path relative to `/api/v1`, and the name of its
   * array.
   */
  many?: { path: string; list: string };
  /** Names of the request headers that `run` reads. */
  headers?: readonly DeclaredHeader[];
  /** True if only pages of this site may call a public operation, such as sign-up. Requests from elsewhere get 403. */
  sameOrigin?: true;
  /** The HTTP status of a successful reply. */
  status: number;
  /** A second status for successful replies, and a function that selects the results with that status. */
  otherStatus?: { status: number; when(result: object): boolean };
  /** True if a 201 reply has a `Location` header, which is the operation's path followed by the new ID. */
  location?: true;
  /** The schema of a successful reply. Absent if the reply has no content. */
  response?: z.ZodType;
  /** Media types of a streamed reply. `response` is then the schema of one line. */
  streams?: readonly string[];
  /** True for a GET whose reply contains a secret, such as a single-use link. Its reply is never compressed. */
  secret?: true;
  /**
   * True if the operation doesn't use the database, so that it works during an outage. Its replies are cached by path
   * parameters, so these must be enums.
   */
  constant?: true;
  /** True for lists and figures that may be read from a streaming replica. */
  replica?: true;
  /** Error codes that the declaration doesn't already imply. */
  errors?: readonly ErrorCode[];
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<string, never>;
type Body<D extends Declaration> = D["body"] extends z.ZodType
  ? D["bodyOptional"] extends true
    ? z.output<D["body"]> | undefined
    : z.output<D["body"]>
  : undefined;

/** The parsed input of `run`. It contains only what the operation declares. */
type Input<D extends Declaration> = {
  params: Parsed<D["params"]>;
  query: Parsed<D["query"]>;
  body: Body<D>;
} & (D["headers"] extends readonly (infer Name extends DeclaredHeader)[]
  ? { headers: Record<Name, string | null> }
  : unknown) &
  (D["streams"] extends readonly string[] ? StreamInput : unknown) &
  (D["form"] extends true ? FormInput : unknown);

/** The additional input of operations that stream their reply. */
interface StreamInput {
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
  /**
   * Checks the caller's credential again, for replies that may outlive it.
   * @throws Failure as the pipeline would for a new request.
   */
  recheck(): Promise<void>;
}

/** The additional input of operations that authenticate their caller themselves. */
export interface FormInput {
  /** Passes the authenticated caller to the request log. */
  identified(caller: Caller): void;
}

/** The input that the pipeline creates for any operation. */
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
   * Does the operation's work, without HTTP. The pipeline, pages and jobs call it. It trusts its context: the
   * pipeline checks scopes, limits and idempotency.
   */
  run(context: ContextOf<D>, input: Input<D>): Result<D>;
}

/**
 * An operation of the API: its declaration and its function. `run` is declared as a method, because TypeScript
 * compares method parameters bivariantly. So operations with different contexts and inputs fit into one list.
 */
export interface Operation extends Declaration {
  run(context: AnyContext, input: AnyInput): unknown;
}

/**
 * Defines an operation. Routes, validation, the OpenAPI document, the reference, the typed client and the contract
 * tests are all derived from its declaration.
 */
export function defineOperation<const D extends Declaration>(declaration: D, run: Runs<D>["run"]): D & Runs<D> {
  return { ...declaration, run };
}

/**
 * Returns whether the operation accepts an `Idempotency-Key`. Anonymous callers have no owner to store a key
 * under. Other protocols have their own way to repeat a request.
 */
export const takesKey = ({ method, access, keyless, protocol }: Declaration) =>
  method === "POST" && access !== "public" && !keyless && !protocol;

/** Errors that occur before the operation is known, so they are always problem documents. */
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
 * Returns the error codes that an operation can return: the declared ones and those implied by the declaration.
 * Every operation rejects unknown query parameters and unexpected bodies, except for an empty object.
 */
export function errorsOf(operation: Declaration): ErrorCode[] {
  const { access, method } = operation;
  const isPublic = access === "public";
  if (operation.form) return formErrors;
  const implied: ErrorCode[] = [...transportErrors, "rate_limited", "validation_failed"];
  if (!operation.protocol) implied.push("not_acceptable");
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

/** Returns the protocol that formats an operation's reply with this error code, or null if it is a problem document. */
export const errorProtocol = ({ protocol }: Declaration, code: ErrorCode): Protocol | null =>
  transportErrors.includes(code) ? null : (protocol ?? null);

/** Returns the HTTP status of an operation's reply with this error code. */
export const errorStatus = (operation: Declaration, code: ErrorCode): number =>
  errorProtocol(operation, code)?.statusOf(code) ?? errorCodes[code].status;

/** Returns the media type of an operation's request body. */
export const bodyType = ({ form }: Declaration) => (form ? "application/x-www-form-urlencoded" : "application/json");

/** Returns whether a successful reply has an `ETag`: the version of a resource, or the tag of a constant reply. */
export function hasEntityTag({ response, streams, constant }: Declaration): boolean {
  return !streams && (constant === true || "version" in fieldsOf(response));
}

/** Returns whether a successful reply is a page of a list. Such a reply links to the next page in `Link`. */
export const isPage = ({ method, response }: Declaration) => method === "GET" && "next_cursor" in fieldsOf(response);

const fieldsOf = (response: z.ZodType | undefined): object =>
  response && "shape" in response ? (response.shape as object) : {};
