"use client";
import { useSyncExternalStore } from "react";

const STORAGE_KEY = "sightline-docs-key";
const listeners = new Set<() => void>();

/**
 * Returns the key typed into the form, and a function that changes it. The key is stored only in this tab's
 * session storage.
 */
export function useStoredKey(): [key: string, setKey: (key: string) => void] {
  return [useSyncExternalStore(subscribe, readKey, () => ""), writeKey];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let unstored = "";

function readKey(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return unstored;
  }
}

function writeKey(key: string) {
  try {
    if (key === "") sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    unstored = key;
  }
  for (const listener of listeners) listener();
}
