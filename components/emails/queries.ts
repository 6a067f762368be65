import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { getEmail, listEmails } from "@/lib/emails/operations";
import { callApi } from "@/lib/http/call";
import type { EmailState } from "@/lib/values";

/** Prefix of everything that is read of mails; invalidate it after a write. */
export const emailsKey = ["mails"] as const;

export const EMAILS_PER_PAGE = 50;

export function emailListOptions(organization: string, state: EmailState | undefined) {
  return infiniteQueryOptions({
    queryKey: [...emailsKey, organization, "list", state ?? "all"],
    queryFn: ({ pageParam, signal }) =>
      callApi<typeof listEmails>("GET /emails", {
        organization,
        query: { ...(state && { state: [state] }), limit: EMAILS_PER_PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
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
