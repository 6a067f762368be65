import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/http/call";
import type { listInvitations } from "./operations";

/** Prefix of everything that is read of invitations; invalidate it after a write. */
export const invitationsKey = ["invitations"] as const;

export function invitationListQuery(organization: string) {
  return queryOptions({
    queryKey: [...invitationsKey, organization, "list"],
    queryFn: ({ signal }) => call<typeof listInvitations>("GET /invitations", { organization, signal }),
  });
}
