import { mintId } from "@/lib/db/ids";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { methodNotAllowed, notFound } from "@/lib/http/failures";
import { maskTarget } from "@/lib/http/log/mask";
import type { ApiRequest } from "@/lib/http/reply/reply";
import { clientAddress } from "@/lib/http/request/address";
import { acceptPatch } from "@/lib/http/request/parse";
import { closestPath } from "@/lib/http/request/spelling";
import { countRequest } from "@/lib/rate-limit/requests";
import { type Handler, refuseWith, toHandler } from "./handler";
import type { Method, Operation } from "./operation";
import { pipelineFor } from "./pipeline";
import { withCommonHeaders } from "./reply/common-headers";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type RouteMethod = (typeof METHODS)[number];

/** The handlers of one path, by method. A route file exports the handlers of the seven methods that Next supports. */
export type Route = Record<RouteMethod, Handler> & {
  /** Handles all other methods. */
  otherMethods: Handler;
};

/**
 * Creates a path's handlers from its operations. HEAD is derived from GET, and OPTIONS lists the methods. Other
 * methods return 405 with `Allow` (RFC 9110 §10.2.1).
 */
export function route(...operations: Operation[]): Route {
  const declared = Object.fromEntries(
    operations.map((operation) => [operation.method, toHandler(pipelineFor(operation))]),
  ) as Partial<Record<Method, Handler>>;
  const { GET, PATCH } = declared;
  const allow = METHODS.filter((m) => m === "OPTIONS" || m in declared || (m === "HEAD" && GET)).join(", ");
  const others = refuseWith(() => methodNotAllowed(allow));
  const options = toHandler(async (request) => {
    const { headers } = await countRequest(null, clientAddress(request));
    const reply = { status: 204, headers: { Allow: allow, ...(PATCH && acceptPatch) }, body: null };
    return withCommonHeaders(reply, mintId("request"), headers);
  });
  // HEAD runs GET including its body, because HEAD's headers must equal those of GET.
  const head = GET && toHandler((request, params) => GET.answer(asGet(request), params));
  return {
    GET: others,
    POST: others,
    PUT: others,
    PATCH: others,
    DELETE: others,
    ...declared,
    HEAD: head ?? others,
    OPTIONS: options,
    otherMethods: others,
  };
}

/** Returns a route's handler for a request method. */
export function handlerFor(route: Route, method: string): Handler {
  return route[METHODS.find((known) => known === method) ?? "otherMethods"];
}

/** Creates the routes of all operations, keyed by path. */
export function routesOf(operations: readonly Operation[]): Record<string, Route> {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return Object.fromEntries(paths.map((path) => [path, route(...operations.filter((each) => each.path === path))]));
}

function asGet(request: ApiRequest): ApiRequest {
  const { url, headers, peer } = request;
  return { method: "GET", url, headers, read: (take) => request.read(take), ...(peer !== undefined && { peer }) };
}

/** Creates a route that returns a failure for every method. */
export function everyMethod(failure: (path: string) => Failure): Route {
  const handler = refuseWith(failure);
  return Object.fromEntries([...METHODS, "otherMethods"].map((method) => [method, handler])) as Route;
}

/** The route of all unknown paths below `/api`. It returns 404. */
export const unknownRoute = everyMethod(() => notFound());

/** Creates a route that returns 404 and suggests the most similar of these paths. */
export function unknownRouteBeside(paths: readonly string[]): Route {
  return everyMethod((path) => {
    const meant = closestPath(path, paths);
    const suggestion = meant === undefined ? "" : ` Did you mean ${meant}?`;
    return new Failure(
      "not_found",
      `There is no such path.${suggestion} ${env().BASE_URL}/docs/reference lists all paths.`,
    );
  });
}

/**
 * The route of paths below `/v1`, which clients request if their base URL lacks `/api`. It returns 404 with the
 * correct URL.
 */
export const misplacedRoute = everyMethod((path) => {
  return new Failure("not_found", `API paths start with /api. Use ${env().BASE_URL}/api${maskTarget(path)}.`);
});
