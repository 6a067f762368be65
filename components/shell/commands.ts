"use client";
import type { ReactNode } from "react";
import { useEffect, useSyncExternalStore } from "react";

export type Command = {
  id: string;
  label: string;
  group?: string;
  icon?: ReactNode;
  keywords?: readonly string[];
  shortcut?: string;
  /** A command leads to a page or does something. */
  action: { href: string } | { run: () => void };
};

const registrations = new Set<readonly Command[]>();
const listeners = new Set<() => void>();
const noCommands: readonly Command[] = [];
let registered = noCommands;

/** Offers `commands` in the palette while the component is mounted. Memoize the array. */
export function useCommands(commands: readonly Command[]) {
  useEffect(() => {
    registrations.add(commands);
    publish();
    return () => {
      registrations.delete(commands);
      publish();
    };
  }, [commands]);
}

/** What the mounted pages offer at the moment. */
export function useRegisteredCommands(): readonly Command[] {
  return useSyncExternalStore(
    subscribe,
    () => registered,
    () => noCommands,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function publish() {
  registered = [...registrations].flat();
  for (const listener of listeners) listener();
}
