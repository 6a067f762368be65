import { queryOptions } from "@tanstack/react-query";
import { type Call, callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import type { listInvitations } from "@/lib/invitations/operations";

/** Key prefix of all invitation queries. Invalidate it after a write. */
export const invitationsKey = ["invitations"] as const;

export function invitationListOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...invitationsKey, organization, "list"],
    queryFn: ({ signal }) =>
      everyPage((query) => call<typeof listInvitations>("GET /invitations", { organization, query, signal })),
  });
}
