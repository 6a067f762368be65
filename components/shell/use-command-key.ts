"use client";
import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Returns "⌘" on Apple systems, otherwise "Ctrl". The server renders "Ctrl". */
export function useCommandKey(): "⌘" | "Ctrl" {
  return useSyncExternalStore(
    neverChanges,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}
