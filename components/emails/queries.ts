import { queryOptions } from "@tanstack/react-query";
import { pagedQueryOptions } from "@/components/list/paged-query";
import type { getEmail, listEmails } from "@/lib/emails/operations";
import { type Call, callApi } from "@/lib/http/call";
import type { EmailState } from "@/lib/values";

/** Key prefix of all email queries. Invalidate it after a write. */
export const emailsKey = ["emails"] as const;

export function emailListOptions(organization: string, state: EmailState | undefined, call: Call = callApi) {
  return pagedQueryOptions({
    queryKey: [...emailsKey, organization, "list", state ?? "all"],
    query: () => (state ? { state: [state] } : {}),
    read: (query, signal) => call<typeof listEmails>("GET /emails", { organization, query, signal }),
  });
}

/** Returns the options of a query for an email's content, which is available only without a mail server. */
export function emailTextOptions(organization: string, id: string) {
  return queryOptions({
    queryKey: [...emailsKey, organization, "text", id],
    queryFn: ({ signal }) => callApi<typeof getEmail>("GET /emails/{id}", { organization, params: { id }, signal }),
    // The content may contain a sign-in link, so remove it from memory when its dialog closes.
    gcTime: 0,
    // Every read of an email is audited, so don't refetch it on window focus.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
