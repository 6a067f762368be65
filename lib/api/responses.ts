import type {
  oas31,
  ZodOpenApiMediaTypeObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { type ErrorCode, errorCodes } from "@/lib/errors";
import {
  errorProtocol,
  errorStatus,
  errorsOf,
  hasEntityTag,
  isPage,
  type Operation,
  takesKey,
  transportErrors,
} from "@/lib/http/operation";
import type { Protocol } from "@/lib/http/protocol";
import { RATE_WINDOW_S } from "@/lib/limits";
import { rateLimits } from "@/lib/rate-limit/requests";
import { oauthErrorExample } from "./oauth-errors";
import { problemExample, problemGuides } from "./problems";

const header = (name: string): oas31.ReferenceObject => ({ $ref: `#/components/headers/${name}` });
const text = (description: string, example: string): oas31.HeaderObject => ({
  description,
  schema: { type: "string" },
  example,
});

/** Returns the headers that all responses share. */
export function replyHeaders(): Record<string, oas31.HeaderObject> {
  const { burst } = rateLimits().key;
  return {
    "X-Request-Id": text("The ID of this request in the request log", `request_${EXAMPLE_SUFFIX}`),
    "RateLimit-Policy": text(
      "The limits that apply to this request: `q` requests in `w` seconds",
      `"key";q=${burst};w=${RATE_WINDOW_S}`,
    ),
    RateLimit: text(
      "The remaining requests of each limit: `r` requests in the next `t` seconds",
      `"key";r=${burst - 1};t=${RATE_WINDOW_S}`,
    ),
    "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 }, example: 4 },
    "WWW-Authenticate": text("How to authenticate (RFC 6750)", 'Bearer realm="sightline"'),
    "Idempotent-Replayed": {
      description: "`true` if this is the stored reply to an earlier request with the same `Idempotency-Key`",
      schema: { type: "string", const: "true" },
      example: "true",
    },
    Location: text("The path of the new object", `/api/v1/alerts/alert_${EXAMPLE_SUFFIX}`),
    ETag: text("The version of the returned object. Send it as `If-Match` with a change", '"1"'),
    Link: text(
      'The next page, as `rel="next"` (RFC 8288). Missing on the last page',
      '<…/alerts?cursor=bDk3x1Wg>; rel="next"',
    ),
  };
}

const everywhere = () => ({
  "X-Request-Id": header("X-Request-Id"),
  "RateLimit-Policy": header("RateLimit-Policy"),
  RateLimit: header("RateLimit"),
});

/** Returns the statuses of successful responses. A GET with an `ETag` can also return 304. */
export function successStatuses(operation: Operation): number[] {
  const { method, status, otherStatus } = operation;
  return [
    status,
    ...(otherStatus ? [otherStatus.status] : []),
    ...(method === "GET" && hasEntityTag(operation) ? [304] : []),
  ];
}

export function successHeaders(operation: Operation, status: number): oas31.HeadersObject {
  return {
    ...everywhere(),
    ...(takesKey(operation) && { "Idempotent-Replayed": header("Idempotent-Replayed") }),
    ...(operation.location && status === 201 && { Location: header("Location") }),
    ...(hasEntityTag(operation) && { ETag: header("ETag") }),
    ...(isPage(operation) && { Link: header("Link") }),
  };
}

const streamDescriptions: Record<string, string> = {
  "text/csv": "Comma-separated values (RFC 4180) with a header row",
  "text/event-stream": "Server-sent events until either side closes the connection",
};

/**
 * Returns the content of a success response: one JSON document, or a stream in each of its media types. For JSON
 * lines, the schema describes one line.
 */
export function successContent(
  { response, streams }: Operation,
  status: number,
): Pick<ZodOpenApiResponseObject, "content"> {
  if (status === 304) return {};
  if (!streams) return response ? { content: { "application/json": { schema: response } } } : {};
  const media = (type: string): ZodOpenApiMediaTypeObject => {
    const description = streamDescriptions[type];
    return {
      schema:
        description === undefined && response ? response : { type: "string", ...(description && { description }) },
    };
  };
  return { content: Object.fromEntries(streams.map((type) => [type, media(type)])) };
}

const WAITING: readonly ErrorCode[] = ["idempotency_in_progress", "rate_limited", "unavailable"];

/** Groups an operation's error codes by HTTP status, lowest status first. */
function codesByStatus(operation: Operation): [status: number, codes: ErrorCode[]][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    const status = errorStatus(operation, code);
    if (errorsOf(operation).includes(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].sort(([a], [b]) => a - b);
}

const isOAuth = ({ form }: Operation, codes: readonly ErrorCode[]) =>
  form === true && !codes.some((code) => transportErrors.includes(code));
/** Returns the protocol whose format an operation's error reply has, or null for our own. */
const protocolOf = (operation: Operation, codes: readonly ErrorCode[]): Protocol | null =>
  codes.map((code) => errorProtocol(operation, code)).find((protocol) => protocol !== null) ?? null;

function nameOf(operation: Operation, codes: readonly ErrorCode[]): string {
  const protocol = protocolOf(operation, codes);
  // All of a protocol's invalid events share a status, so a name made of their codes would be too long.
  if (protocol) return `${protocol.name}${errorStatus(operation, codes[0] ?? "internal")}`;
  return (isOAuth(operation, codes) ? "OAuth" : "") + codes.map(pascalCase).join("Or");
}
const pascalCase = (code: string) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns references to all error responses of an operation, one per status. Responses with the same codes share a
 * component.
 */
export function errorResponses(operation: Operation): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    codesByStatus(operation).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(operation, codes)}` },
    ]),
  );
}

/** Returns the response components to which `errorResponses` refers for these operations. */
export function sharedResponses(operations: readonly Operation[]): Record<string, oas31.ResponseObject> {
  const named = operations.flatMap((operation) =>
    codesByStatus(operation).map(([, codes]) => {
      const protocol = protocolOf(operation, codes);
      const response = protocol
        ? protocolResponse(protocol, codes)
        : isOAuth(operation, codes)
          ? oauthResponse(codes)
          : errorResponse(codes);
      return [nameOf(operation, codes), response] as const;
    }),
  );
  const byName = new Map(named);
  return Object.fromEntries([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const words = (codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorCodes[code].title}.`).join("\n"),
  headers: {
    ...everywhere(),
    ...(codes.some((code) => WAITING.includes(code)) && { "Retry-After": header("Retry-After") }),
    ...(codes.includes("unauthenticated") && { "WWW-Authenticate": header("WWW-Authenticate") }),
  },
});

/** Returns an example of a protocol's error reply with this code. */
export function protocolErrorExample(protocol: Protocol, code: ErrorCode): unknown {
  const failure = protocol.examples[code]?.() ?? problemGuides[code].example();
  return JSON.parse(String(protocol.toReply(failure).body));
}

/** Returns the error response of an operation with the protocol of another system. */
function protocolResponse(protocol: Protocol, codes: readonly ErrorCode[]): oas31.ResponseObject {
  const { description, headers } = words(codes);
  const { "WWW-Authenticate": _, ...shown } = headers;
  return {
    description,
    headers: shown,
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${protocol.name}Error` },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: errorCodes[code].title, value: protocolErrorExample(protocol, code) }]),
        ),
      },
    },
  };
}

/** Returns the error response of an operation that takes a form (RFC 6749 §5.2). */
function oauthResponse(codes: readonly ErrorCode[]): oas31.ResponseObject {
  return {
    ...words(codes),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/OAuthError" },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: errorCodes[code].title, value: oauthErrorExample(code) }]),
        ),
      },
    },
  };
}

function errorResponse(codes: readonly ErrorCode[]): oas31.ResponseObject {
  return {
    ...words(codes),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: errorCodes[code].title, value: problemExample(code) }]),
        ),
      },
    },
  };
}
