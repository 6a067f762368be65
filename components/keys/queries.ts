import { queryOptions } from "@tanstack/react-query";
import { type Call, callApi } from "@/lib/http/call";
import type { getKey, listKeys } from "@/lib/keys/operations";
import type { ApiKeyList, EndingKey } from "@/lib/keys/schema";
import { KEY_WARNINGS_D, MAX_PAGE_SIZE } from "@/lib/limits";
import { DAY_MS } from "@/lib/time";

/** Key prefix of all API key queries. Invalidate it after a write. */
export const keysKey = ["keys"] as const;

/**
 * Returns the options of a query for one page of keys. It contains all working keys, which come first, and as many
 * others as fit.
 */
export function keyListOptions(organization: string, call: Call = callApi) {
  return queryOptions({
    queryKey: [...keysKey, organization, "list"],
    queryFn: ({ signal }) =>
      call<typeof listKeys>("GET /keys", { organization, query: { limit: MAX_PAGE_SIZE }, signal }),
  });
}

export function keyOptions(organization: string, id: string) {
  return queryOptions({
    queryKey: [...keysKey, organization, "one", id],
    queryFn: ({ signal }) => callApi<typeof getKey>("GET /keys/{id}", { organization, params: { id }, signal }),
  });
}

/**
 * Returns the options of a query for expiring keys. The server includes them in each page, so they are refetched
 * only after a key changes.
 */
export function endingKeysOptions(organization: string, initialData: EndingKey[]) {
  return queryOptions({
    queryKey: [...keysKey, organization, "ending"],
    // One page contains all working keys: they come first, and their limit is below the page size.
    queryFn: async ({ signal }) => {
      return endingOf(
        await callApi<typeof listKeys>("GET /keys", { organization, query: { limit: MAX_PAGE_SIZE }, signal }),
      );
    },
    initialData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function endingOf({ data }: ApiKeyList): EndingKey[] {
  return data
    .flatMap(({ id, name, state, expires_at }) => {
      if (expires_at === null || (state !== "active" && state !== "expiring")) return [];
      return [{ id, name, expires_at, days: Math.ceil((Date.parse(expires_at) - Date.now()) / DAY_MS) }];
    })
    .filter(({ days }) => days <= Math.max(...KEY_WARNINGS_D))
    .sort((a, b) => a.expires_at.localeCompare(b.expires_at));
}
