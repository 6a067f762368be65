import { queryOptions } from "@tanstack/react-query";
import type { getAccount, listSessions } from "@/lib/account/operations";
import { type Call, callApi } from "@/lib/http/call";
import { everyPage } from "@/lib/http/every-page";

/** Key prefix of all queries for the signed-in person's account. Invalidate it after a write. */
export const accountKey = ["account"] as const;

export function accountOptions(call: Call = callApi) {
  return queryOptions({
    queryKey: [...accountKey, "profile"],
    queryFn: ({ signal }) => call<typeof getAccount>("GET /account", { signal }),
  });
}

export function sessionListOptions(call: Call = callApi) {
  return queryOptions({
    queryKey: [...accountKey, "sessions"],
    queryFn: ({ signal }) =>
      everyPage((query) => call<typeof listSessions>("GET /account/sessions", { query, signal })),
  });
}
