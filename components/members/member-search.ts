import { defineSearch, textParam } from "@/components/list/search-codec";
import { MAX_SEARCH } from "@/lib/limits";
import type { Member } from "@/lib/members/schema";

/** The URL parameters of the members page. */
export const memberSearch = defineSearch({ q: textParam(MAX_SEARCH) });

/** Returns the members whose name, email or role contains every search word. */
export function filterMembers(members: readonly Member[], q: string): Member[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return members.filter(({ name, email, role }) => {
    const text = `${name}\n${email}\n${role}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
