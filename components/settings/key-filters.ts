import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { isEnded, keyHealth } from "@/components/settings/key-health";
import { matchesKey } from "@/components/settings/key-words";
import type { ApiKey } from "@/lib/keys/schema";

export const keyShows = ["current", "attention", "ended"] as const;
export type KeyShow = (typeof keyShows)[number];

export const keyShowLabels: Record<KeyShow, string> = {
  current: "Current",
  attention: "Needs attention",
  ended: "Ended",
};

/** What the address of the page says. */
export const keySearch = {
  show: parseAsStringLiteral(keyShows).withDefault("current"),
  q: parseAsString.withDefault(""),
};

const tests: Record<KeyShow, (key: ApiKey) => boolean> = {
  current: (key) => !isEnded(key),
  attention: (key) => !isEnded(key) && keyHealth(key).needsAttention,
  ended: isEnded,
};

/** The keys that match, newest first. */
export function filterKeys(keys: readonly ApiKey[], show: KeyShow, q: string): ApiKey[] {
  return keys
    .filter((key) => tests[show](key) && matchesKey(key, q))
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
}
