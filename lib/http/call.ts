import type { z } from "zod";
import { hasBrand } from "@/lib/brand";
import type { InputIssue } from "@/lib/errors";
import type { Operation } from "./operation";
import { ORGANIZATION_HEADER } from "./organization-header";

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type QueryInput<O extends Operation> = O["query"] extends z.ZodType ? Partial<z.output<O["query"]>> : undefined;
/** The JSON reply of an operation. */
export type CallOutput<O extends Operation> = O["response"] extends z.ZodType ? z.output<O["response"]> : undefined;

/** The input of an operation, without parts that it doesn't declare. */
export type CallInput<O extends Operation> = (O["params"] extends z.ZodType ? { params: Input<O["params"]> } : object) &
  (O["query"] extends z.ZodType ? { query?: QueryInput<O> } : object) &
  (O["body"] extends z.ZodType ? { body: Input<O["body"]> } : object) & {
    /** The slug of the calling page's organization. */
    organization?: string;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

const apiError = Symbol.for("sightline.api-error");

/** A problem document (RFC 9457) from the API, or `network` if there was no response. */
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

/** Returns whether a call failed with an API error or without a response. */
export const isApiError = (value: unknown): value is ApiError => hasBrand(value, apiError);

/** An operation's method and path as one literal, such as `GET /alerts/{id}`, inferred from its declaration. */
export type Address<O extends Operation> = `${O["method"]} ${O["path"]}`;

/** The header that applies a change only to this version. */
export const ifMatch = ({ version }: { version: number }) => ({ "If-Match": `"${version}"` });

/** Calls an operation: over HTTP in the browser, or in-process when a page is rendered on the server. */
export type Call = typeof callApi;

/** The path and query of a call, relative to the site's root. */
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
 * Calls an operation with the browser's session: `call<typeof listAlerts>("GET /alerts", { query })`. Only the type of
 * the declaration is used, so validators aren't added to pages.
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
