import { queryOptions } from "@tanstack/react-query";
import { type Call, callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import type { listApps, listGrants } from "@/lib/oauth/operations";

/** Key prefix of all queries of OAuth apps and grants. Invalidate it after a write. */
export const oauthKey = ["oauth"] as const;

/**
 * Returns the options of a query for all apps of an organization. There are few, so one request returns all of
 * them.
 */
export function appListOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...oauthKey, organization, "apps"],
    queryFn: ({ signal }) =>
      everyPage((query) => call<typeof listApps>("GET /oauth/apps", { organization, query, signal })),
  });
}

export function grantListOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...oauthKey, organization, "grants"],
    queryFn: ({ signal }) =>
      call<typeof listGrants>("GET /oauth/grants", { organization, query: { limit: MAX_PAGE_SIZE }, signal }),
  });
}
