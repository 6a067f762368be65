import { queryOptions } from "@tanstack/react-query";
import { type Call, callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import type { listApps, listGrants } from "@/lib/oauth/operations";

/** Prefix of everything that is read of OAuth apps and consents; invalidate it after a write. */
export const oauthKey = ["oauth"] as const;

/** An organization has so few apps that they come at once. */
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
