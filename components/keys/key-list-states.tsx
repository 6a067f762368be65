"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type KeyShow, keyShowLabels } from "./key-filters";

/** Before the first key: what a key is for, and how to get one. */
export function NoKeys({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      scene="key"
      title="No keys yet"
      description="A key lets one system call the API as this organization: an edge gateway, a partner, a script. Give each its own."
      action={action}
      className="rounded-lg border border-border bg-surface"
    />
  );
}

type NoMatchProps = { show: KeyShow; q: string; onClear: () => void };

export function NoKeyMatches({ show, q, onClear }: NoMatchProps) {
  const calm = show === "attention" && q === "";
  return (
    <EmptyState
      scene={calm ? "key" : "blank"}
      title={calm ? "No key needs attention" : q === "" ? `No key under “${keyShowLabels[show]}”` : "No key matches"}
      description={
        calm
          ? "None has expired or is about to, and none is rejected often or unused."
          : "Names, the shown part of a key, scopes and the creator are searched."
      }
      action={<Button onClick={onClear}>Clear filters</Button>}
      className="rounded-lg border border-border bg-surface"
    />
  );
}
