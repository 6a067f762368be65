import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";
import type { listMembers } from "./operations";

/** Prefix of everything that is read of members; invalidate it after a write. */
export const membersKey = ["members"] as const;

export function memberListQuery(organization: string) {
  return queryOptions({
    queryKey: [...membersKey, organization, "list"],
    queryFn: ({ signal }) =>
      everyPage((query) => call<typeof listMembers>("GET /members", { organization, query, signal })),
  });
}
