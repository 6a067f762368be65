import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { getEmail, listEmails } from "@/lib/email/operations";
import { call } from "@/lib/http/call";
import type { MailState } from "@/lib/values";

/** Prefix of everything that is read of mails; invalidate it after a write. */
export const mailsKey = ["mails"] as const;

export const MAILS_PER_PAGE = 50;

export function mailListQuery(organization: string, state: MailState | null) {
  return infiniteQueryOptions({
    queryKey: [...mailsKey, organization, "list", state],
    queryFn: ({ pageParam, signal }) =>
      call<typeof listEmails>("GET /emails", {
        organization,
        query: { ...(state && { state: [state] }), limit: MAILS_PER_PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** What one mail says; only where no mail server sends it. */
export function mailTextQuery(organization: string, id: string) {
  return queryOptions({
    queryKey: [...mailsKey, organization, "text", id],
    queryFn: ({ signal }) => call<typeof getEmail>("GET /emails/{id}", { organization, params: { id }, signal }),
    // It may hold a link that signs somebody in: no longer in memory than it is read.
    gcTime: 0,
    // Each reading stands in the audit log, so it is read once and not with every look at the window.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
