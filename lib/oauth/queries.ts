import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/http/call";
import type { getApp, listApps, listGrants } from "./operations";

/** Prefix of everything that is read of OAuth apps and consents; invalidate it after a write. */
export const oauthKey = ["oauth"] as const;

/** An organization has so few apps that they come at once. */
export function appListQuery(organization: string) {
  return queryOptions({
    queryKey: [...oauthKey, organization, "apps"],
    queryFn: ({ signal }) => call<typeof listApps>("GET /oauth/apps", { organization, signal }),
  });
}

export function appQuery(organization: string, id: string) {
  return queryOptions({
    queryKey: [...oauthKey, organization, "apps", id],
    queryFn: ({ signal }) => call<typeof getApp>("GET /oauth/apps/{id}", { organization, params: { id }, signal }),
  });
}

const MAX_GRANTS = 200;

/** The newest consents; more than one page of them is more than anybody gives. */
export function grantListQuery(organization: string) {
  return queryOptions({
    queryKey: [...oauthKey, organization, "grants"],
    queryFn: ({ signal }) =>
      call<typeof listGrants>("GET /oauth/grants", { organization, query: { limit: MAX_GRANTS }, signal }),
  });
}
