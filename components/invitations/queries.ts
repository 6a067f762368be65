import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import type { listInvitations } from "@/lib/invitations/operations";

/** Prefix of everything that is read of invitations; invalidate it after a write. */
export const invitationsKey = ["invitations"] as const;

export function invitationListOptions(organization: string) {
  return queryOptions({
    queryKey: [...invitationsKey, organization, "list"],
    queryFn: ({ signal }) =>
      everyPage((query) => callApi<typeof listInvitations>("GET /invitations", { organization, query, signal })),
  });
}
