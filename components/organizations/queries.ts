import { queryOptions } from "@tanstack/react-query";
import { type Call, callApi } from "@/lib/http/call";
import type { getOrganization } from "@/lib/organizations/operations";

/** Key prefix of the organization's settings. Invalidate it after a write. */
export const organizationKey = ["organization"] as const;

export function organizationOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...organizationKey, organization],
    queryFn: ({ signal }) => call<typeof getOrganization>("GET /organization", { organization, signal }),
  });
}
