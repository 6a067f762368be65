"use client";
import type { ComponentProps, ReactNode } from "react";
import { ListEmpty, type NoMatches } from "@/components/list/list-body";
import type { KeyShow } from "./key-filters";

/** Shown if there are no keys yet. Explains what a key is for and how to create one. */
export function NoKeys({ action }: { action: ReactNode }) {
  return (
    <ListEmpty
      scene="key"
      title="No keys yet"
      description="A key lets one system, such as an edge gateway or a script, call the API as this organization. Create one key per system."
      action={action}
    />
  );
}

type Words = Partial<ComponentProps<typeof NoMatches>>;

const wordsWithoutSearch: Record<KeyShow, Words> = {
  current: {
    scene: "key",
    title: "No current keys",
    description: "All keys have expired, or were replaced or revoked.",
  },
  attention: {
    scene: "key",
    title: "No keys need attention",
    description: "No key has expired, expires soon, is unused or is often rejected.",
  },
  ended: {
    scene: "key",
    title: "No inactive keys",
    description: "Expired, replaced and revoked keys are listed here.",
  },
};

/** Returns the texts to show if no keys match the selected tab and the search. */
export function noKeyWords(show: KeyShow, q: string): Words {
  if (q === "") return wordsWithoutSearch[show];
  return { description: "The search covers names, key prefixes, scopes and creators." };
}
