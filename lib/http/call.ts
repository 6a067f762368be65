import type { z } from "zod";
import { hasBrand } from "@/lib/brand";
import type { InputIssue } from "@/lib/errors";
import type { Operation } from "./operation";
import { ORGANIZATION_HEADER } from "./organization-header";

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type QueryInput<O extends Operation> = O["query"] extends z.ZodType ? Partial<z.output<O["query"]>> : undefined;
/** The type of an operation's JSON reply, or undefined if it has none. */
export type CallOutput<O extends Operation> = O["response"] extends z.ZodType ? z.output<O["response"]> : undefined;

/** The type of a call's input. It has only the parts that the operation declares. */
export type CallInput<O extends Operation> = (O["params"] extends z.ZodType ? { params: Input<O["params"]> } : object) &
  (O["query"] extends z.ZodType ? { query?: QueryInput<O> } : object) &
  (O["body"] extends z.ZodType ? { body: Input<O["body"]> } : object) & {
    /** The slug of the calling page's organization. */
    organization?: string;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

const apiError = Symbol.for("sightline.api-error");

/**
 * The error of a failed call: the API's problem document (RFC 9457), or the code `network` if there was no
 * response.
 */
export class ApiError extends Error {
  readonly [apiError] = true;
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly errors: InputIssue[];

  constructor(problem: {
    code?: string;
    status?: number;
    detail?: string;
    request_id?: string;
    errors?: InputIssue[];
  }) {
    super(problem.detail ?? "The server did not answer. Check your connection and try again.");
    this.name = "ApiError";
    this.code = problem.code ?? "network";
    this.status = problem.status ?? 0;
    this.requestId = problem.request_id ?? null;
    this.errors = problem.errors ?? [];
  }
}

/** Returns whether a thrown value is an `ApiError`: an error reply, or no response. */
export const isApiError = (value: unknown): value is ApiError => hasBrand(value, apiError);

/** An operation's method and path as one literal, such as `GET /alerts/{id}`, inferred from its declaration. */
export type Address<O extends Operation> = `${O["method"]} ${O["path"]}`;

/** Returns the `If-Match` header for a resource, so that a change fails if the resource has another version. */
export const ifMatch = ({ version }: { version: number }) => ({ "If-Match": `"${version}"` });

/** A function that calls an operation: over HTTP in the browser, or in-process when the server renders a page. */
export type Call = typeof callApi;

/**
 * Returns the path and query of a call, starting with `/api/v1`. Path parameters are filled in, and empty query
 * values are omitted.
 */
export function callHref(path: string, input: { params?: object; query?: object }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  return `/api/v1${filled}${search.size > 0 ? `?${search}` : ""}`;
}

/**
 * Calls an operation with the browser's session, for example `call<typeof listAlerts>("GET /alerts", { query })`.
 * Only the operation's type is used, so its validators aren't included in the page's script.
 * @throws ApiError for every error reply, and if there is no reply.
 */
export async function callApi<const O extends Operation>(
  address: Address<O>,
  input: CallInput<O>,
): Promise<CallOutput<O>> {
  const [method = "", path = ""] = address.split(" ");
  const parts = input as { params?: object; query?: object; body?: unknown; organization?: string };
  const hasBody = parts.body !== undefined;
  const init: RequestInit = {
    method,
    headers: {
      Accept: "application/json",
      ...(parts.organization && { [ORGANIZATION_HEADER]: parts.organization }),
      ...(hasBody && { "Content-Type": "application/json" }),
      ...(input.headers ?? {}),
    },
    ...(hasBody && { body: JSON.stringify(parts.body) }),
    ...(input.signal && { signal: input.signal }),
  };
  const response = await fetch(callHref(path, parts), init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({});
  });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as CallOutput<O>;
  const problem = await response
    .json()
    .catch(() => ({ status: response.status, detail: "The server's response couldn't be read." }));
  throw new ApiError(problem);
}
