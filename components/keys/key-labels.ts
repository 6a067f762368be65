import { formatQuantity } from "@/components/ui/format-number";
import { formatRelative } from "@/components/ui/format-time";
import type { ApiKey } from "@/lib/keys/schema";

export function maskedKey(key: Pick<ApiKey, "start" | "last_four">): string {
  return `${key.start}…${key.last_four}`;
}

/** Returns the URL of a key's page. */
export function keyHref(organization: string, id: string): string {
  return `/${organization}/settings/api-keys/${id}`;
}

/** Describes how a key was used recently, for confirmation dialogs. */
export function describeUsage(key: ApiKey, now: number): string {
  if (!key.last_used_at) return "It has never been used.";
  const ago = formatRelative(new Date(key.last_used_at), now);
  const addresses = key.addresses_7d > 0 ? ` from ${formatQuantity(key.addresses_7d, "address", "addresses")}` : "";
  return `Used ${ago}${addresses}, ${formatQuantity(key.requests_7d, "request")} in the last 7 days.`;
}

/** Replaces complete keys in a search text by their masked form, so that they never appear in the URL. */
export function redactKeys(text: string): string {
  return text.replace(/(sl_key_[0-9A-Za-z]{2})[0-9A-Za-z]*([0-9A-Za-z]{4})/g, "$1…$2");
}

export function matchesKey(key: ApiKey, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = [key.name, maskedKey(key), key.id, key.created_by, ...key.scopes].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}
