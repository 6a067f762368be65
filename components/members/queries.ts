import { queryOptions } from "@tanstack/react-query";
import { invitationsKey } from "@/components/invitations/queries";
import { type Call, callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import type { listMembers } from "@/lib/members/operations";

const membersKey = ["members"] as const;
/**
 * Key prefixes of the queries for members and invitations. Invalidate both after a write: a person is either a
 * member or has a pending invitation.
 */
export const memberListKeys = [membersKey, invitationsKey];

export function memberListOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...membersKey, organization, "list"],
    queryFn: ({ signal }) =>
      everyPage((query) => call<typeof listMembers>("GET /members", { organization, query, signal })),
  });
}
