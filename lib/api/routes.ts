import { type Route, route, routesOf } from "@/lib/http/route";
import { getMetrics } from "@/lib/http/server/metrics";
import { getRobots, getSecurityContact } from "@/lib/http/server/root-files";
import { getAuthorizationServer } from "@/lib/oauth/discovery";
import { catalog, getOpenApi } from "./catalog";

/** The route handlers of the API, by path relative to `/api/v1`. */
export const routes = routesOf(catalog);

/** The route handlers outside of `/api/v1`, by full path. */
export const rootRoutes: Record<string, Route> = {
  ...routesOf([getAuthorizationServer, getSecurityContact, getMetrics, getRobots]),
  "/openapi.json": route(getOpenApi),
};
