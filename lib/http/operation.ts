import type { z } from "zod";
import type { Role, Scope } from "@/lib/db/values";
import type { ErrorCode } from "@/lib/errors";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may call: a scope (keys, tokens, and people whose role holds it), a role (signed-in people only, for what
 * no machine may do), a signed-in person whatever the organization, any credential, or nobody in particular.
 */
type Access = { scope: Scope } | { role: Role } | "person" | "any" | "public";

/** Everything that is known of an operation: plain data, safe in the browser. */
export interface Operation {
  id: string;
  method: Method;
  /** Below `/api/v1`, with parameters in braces: `/alerts/{id}`. */
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
   * True of a POST that is proved by a password or a code. It takes no `Idempotency-Key`: its answer must not come again
   * without the proof, and each guess is counted in a transaction of its own.
   */
  proved?: true;
  /** True when the body may be left out. */
  bodyOptional?: boolean;
  /** The name of the body's list whose rows the rate limits count, for operations that take many at once. */
  batch?: string;
  /** The batch operation that takes several of its bodies: a path below `/api/v1`, and the name of the list there. */
  many?: { path: string; list: string };
  /** The status of success, and others that mean success too. */
  status: number;
  otherStatuses?: readonly number[];
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

/** Declares an operation. What runs, what is documented and what the client may call all come from this value. */
export function operation<const O extends Operation>(declaration: O): O {
  return declaration;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<string, never>;
export type Params<O extends Operation> = Parsed<O["params"]>;
export type Query<O extends Operation> = Parsed<O["query"]>;
export type Body<O extends Operation> = O["body"] extends z.ZodType
  ? O["bodyOptional"] extends true
    ? z.output<O["body"]> | undefined
    : z.output<O["body"]>
  : undefined;
export type Response<O extends Operation> = O["response"] extends z.ZodType ? z.input<O["response"]> : undefined;

/** Whether an `Idempotency-Key` holds: of a caller who is nobody there is no telling whose key it is. */
export const takesKey = ({ method, access, proved }: Operation) => method === "POST" && access !== "public" && !proved;

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
export function errorsOf(operation: Operation): ErrorCode[] {
  const { access, method } = operation;
  const isPublic = access === "public";
  if (operation.form) return formErrors;
  const implied: ErrorCode[] = [...transportErrors, "not_acceptable", "rate_limited", "validation_failed"];
  if (!operation.constant) implied.push("internal", "unavailable");
  if (!isPublic) implied.push("unauthenticated", "api_access_disabled");
  if (access === "person") implied.push("forbidden");
  if (typeof access === "object") implied.push("scope" in access ? "insufficient_scope" : "forbidden");
  if (operation.path.includes("{")) implied.push("not_found");
  if (method !== "GET") implied.push("invalid_json", "payload_too_large", "unsupported_media_type");
  if (method === "POST") implied.push("invalid_request");
  if (takesKey(operation)) implied.push("idempotency_in_progress", "idempotency_key_reused");
  return [...new Set([...implied, ...(operation.errors ?? [])])];
}

/** The media type of an operation's body. */
export const bodyType = ({ form }: Operation) => (form ? "application/x-www-form-urlencoded" : "application/json");
