"use client";
import type { ComponentProps, ReactNode } from "react";
import { ListEmpty, type NoMatches } from "@/components/list/list-body";
import type { KeyShow } from "./key-filters";

/** Before the first key: what a key is for, and how to get one. */
export function NoKeys({ action }: { action: ReactNode }) {
  return (
    <ListEmpty
      scene="key"
      title="No keys yet"
      description="A key lets one system call the API as this organization: an edge gateway, a partner, a script. Give each its own."
      action={action}
    />
  );
}

type Words = Partial<ComponentProps<typeof NoMatches>>;

const wordsWithoutSearch: Record<KeyShow, Words> = {
  current: {
    scene: "key",
    title: "No current key",
    description: "All keys have ended: they expired, were replaced or revoked.",
  },
  attention: {
    scene: "key",
    title: "No key needs attention",
    description: "None has expired or is about to, and none is rejected often or unused.",
  },
  ended: {
    scene: "key",
    title: "No key has ended",
    description: "Keys that expired, were replaced or revoked are listed here.",
  },
};

/** What is said while there are keys, but none to show. */
export function noKeyWords(show: KeyShow, q: string): Words {
  if (q === "") return wordsWithoutSearch[show];
  return { description: "Names, the shown part of a key, scopes and the creator are searched." };
}
