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
  /** The page that the command opens, or the function that it runs. */
  action: { href: string } | { run: () => void };
};

const registrations = new Set<readonly Command[]>();
const listeners = new Set<() => void>();
const noCommands: readonly Command[] = [];
let registered = noCommands;

/** Adds `commands` to the palette while the component is mounted. Memoize the array. */
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

/** Returns the commands of all mounted components. */
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
