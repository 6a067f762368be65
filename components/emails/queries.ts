import { queryOptions } from "@tanstack/react-query";
import { pagedQueryOptions } from "@/components/list/paged-query";
import type { getEmail, listEmails } from "@/lib/emails/operations";
import { type Call, callApi } from "@/lib/http/call";
import type { EmailState } from "@/lib/values";

/** Prefix of everything that is read of mails; invalidate it after a write. */
export const emailsKey = ["mails"] as const;

export function emailListOptions(organization: string, state: EmailState | undefined, call: Call = callApi) {
  return pagedQueryOptions({
    queryKey: [...emailsKey, organization, "list", state ?? "all"],
    query: () => (state ? { state: [state] } : {}),
    read: (query, signal) => call<typeof listEmails>("GET /emails", { organization, query, signal }),
  });
}

/** What one mail says; only where no mail server sends it. */
export function emailTextOptions(organization: string, id: string) {
  return queryOptions({
    queryKey: [...emailsKey, organization, "text", id],
    queryFn: ({ signal }) => callApi<typeof getEmail>("GET /emails/{id}", { organization, params: { id }, signal }),
    // It may hold a link that signs a person in, so it leaves memory with the dialog that shows it.
    gcTime: 0,
    // Each read is audited, so it is fetched once and not whenever the window gets focus.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
