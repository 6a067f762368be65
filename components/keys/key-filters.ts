import { choiceParam, defineSearch, textParam } from "@/components/list/search-codec";
import type { ApiKey } from "@/lib/keys/schema";
import { MAX_SEARCH } from "@/lib/limits";
import { isEnded, keyHealth } from "./key-health";
import { matchesKey } from "./key-labels";

export const keyShows = ["current", "attention", "ended"] as const;
export type KeyShow = (typeof keyShows)[number];

export const keyShowLabels: Record<KeyShow, string> = {
  current: "Current",
  attention: "Needs attention",
  ended: "Ended",
};

/** The URL parameters of the keys page. Clearing the search keeps the selected tab. */
export const keySearch = defineSearch(
  { show: choiceParam(keyShows, "current"), q: textParam(MAX_SEARCH) },
  { kept: ["show"] },
);

const predicates: Record<KeyShow, (key: ApiKey, apiAccess: boolean) => boolean> = {
  current: (key) => !isEnded(key),
  attention: (key, apiAccess) => !isEnded(key) && keyHealth(key, apiAccess).needsAttention,
  ended: isEnded,
};

/** Returns the keys that match the selected tab and the search, newest first. */
export function filterKeys(keys: readonly ApiKey[], show: KeyShow, q: string, apiAccess: boolean): ApiKey[] {
  return keys
    .filter((key) => predicates[show](key, apiAccess) && matchesKey(key, q))
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
}
