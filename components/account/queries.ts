import { queryOptions } from "@tanstack/react-query";
import type { getAccount, listSessions } from "@/lib/account/operations";
import { callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";

/** Prefix of everything that is read of one's own account; invalidate it after a write. */
export const accountKey = ["account"] as const;

export const accountOptions = queryOptions({
  queryKey: [...accountKey, "profile"],
  queryFn: ({ signal }) => callApi<typeof getAccount>("GET /account", { signal }),
});

export const sessionListOptions = queryOptions({
  queryKey: [...accountKey, "sessions"],
  queryFn: ({ signal }) =>
    everyPage((query) => callApi<typeof listSessions>("GET /account/sessions", { query, signal })),
});
