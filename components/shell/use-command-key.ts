"use client";
import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** "⌘" on Apple's systems, "Ctrl" elsewhere; the server writes "Ctrl". */
export function useCommandKey(): "⌘" | "Ctrl" {
  return useSyncExternalStore(
    neverChanges,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}
