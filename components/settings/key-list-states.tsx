"use client";
import { KeyRound, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { type KeyShow, keyShowLabels } from "@/components/settings/key-filters";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";

const SKELETON_ROWS = ["a", "b", "c", "d"];

export function KeyListSkeleton() {
  return (
    <section
      aria-busy="true"
      aria-label="Loading API keys"
      className="divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex h-14 items-center gap-8 px-4">
          <div className="flex flex-col gap-1.5">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-28" />
          </div>
          <Skeleton className="h-5 w-20" />
          <Skeleton className="hidden h-3.5 w-36 sm:block" />
          <Skeleton className="hidden h-3.5 w-24 lg:block" />
        </div>
      ))}
    </section>
  );
}

/** Before the first key: what a key is for, and how to get one. */
export function NoKeys({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={<KeyRound />}
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
      icon={calm ? <KeyRound /> : <SearchX />}
      title={calm ? "No key needs attention" : q === "" ? `No key under “${keyShowLabels[show]}”` : "No key matches"}
      description={
        calm
          ? "None has expired or is about to, and none is rejected often or unused."
          : "Names, the shown part of a key, scopes and the creator are searched."
      }
      action={<Button onClick={onClear}>Show the current keys</Button>}
      className="rounded-lg border border-border bg-surface"
    />
  );
}
