import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/http/call";
import type { listKeys } from "./operations";

/** Prefix of everything that is read of keys; invalidate it after a write. */
export const keysKey = ["keys"] as const;

export function keyListQuery(organization: string) {
  return queryOptions({
    queryKey: [...keysKey, organization, "list"],
    queryFn: ({ signal }) => call<typeof listKeys>("GET /keys", { organization, signal }),
  });
}
