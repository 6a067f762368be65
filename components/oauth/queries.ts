import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import type { listApps, listGrants } from "@/lib/oauth/operations";

/** Prefix of everything that is read of OAuth apps and consents; invalidate it after a write. */
export const oauthKey = ["oauth"] as const;

/** An organization has so few apps that they come at once. */
export function appListOptions(organization: string) {
  return queryOptions({
    queryKey: [...oauthKey, organization, "apps"],
    queryFn: ({ signal }) =>
      everyPage((query) => callApi<typeof listApps>("GET /oauth/apps", { organization, query, signal })),
  });
}

export function grantListOptions(organization: string) {
  return queryOptions({
    queryKey: [...oauthKey, organization, "grants"],
    queryFn: ({ signal }) =>
      callApi<typeof listGrants>("GET /oauth/grants", { organization, query: { limit: MAX_PAGE_SIZE }, signal }),
  });
}
