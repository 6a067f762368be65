"use client";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

export type Shortcut = {
  /** A key as in `KeyboardEvent.key` ("j", "?", "Enter"), or two keys in sequence ("g a"). */
  keys: string;
  description: string;
  run: (event: KeyboardEvent) => void;
};

type ShortcutSection = { title: string; shortcuts: readonly Pick<Shortcut, "keys" | "description">[] };
type Registration = { section: ShortcutSection; latest: RefObject<readonly Shortcut[]> };

const SEQUENCE_MS = 900;
const STORAGE_KEY = "sightline-single-keys";

const registrations = new Set<Registration>();
const listeners = new Set<() => void>();
const noSections: ShortcutSection[] = [];
let sections = noSections;
let pending: { key: string; until: number } | undefined;

/**
 * Binds single keys and two-key sequences while the component is mounted, and lists them in the shortcuts dialog.
 * Shortcuts are inactive while the reader types, holds Ctrl, Alt or ⌘, or has a dialog or menu open.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts);
  const listed = JSON.stringify(shortcuts.map(({ keys, description }) => ({ keys, description })));
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const own: Registration = { section: { title, shortcuts: JSON.parse(listed) }, latest };
    if (registrations.size === 0) window.addEventListener("keydown", handleKey);
    registrations.add(own);
    publish();
    return () => {
      registrations.delete(own);
      if (registrations.size === 0) window.removeEventListener("keydown", handleKey);
      publish();
    };
  }, [title, listed]);
}

/** Returns all bound shortcuts, for the shortcuts dialog. */
export function useShortcutSections(): readonly ShortcutSection[] {
  return useSyncExternalStore(
    subscribe,
    () => sections,
    () => noSections,
  );
}

/**
 * Returns whether single-key shortcuts are enabled, and a function that changes this. Readers can turn them off
 * (WCAG 2.2, 2.1.4), because speech input can trigger them by accident.
 */
export function useSingleKeysEnabled(): [enabled: boolean, setEnabled: (enabled: boolean) => void] {
  return [useSyncExternalStore(subscribe, singleKeysEnabled, () => true), setSingleKeysEnabled];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function publish() {
  sections = [...registrations].map((registration) => registration.section);
  for (const listener of listeners) listener();
}

function singleKeysEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

function setSingleKeysEnabled(enabled: boolean) {
  try {
    localStorage.setItem(STORAGE_KEY, enabled ? "on" : "off");
  } catch {
    return;
  }
  publish();
}

function handleKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Shift" || isBusyElsewhere(event.target) || !singleKeysEnabled()) return;
  const all = [...registrations].flatMap((registration) => registration.latest.current);
  const sequence = pending && pending.until > Date.now() ? `${pending.key} ${event.key}` : undefined;
  pending = undefined;
  const match = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === event.key);
  if (match) {
    event.preventDefault();
    match.run(event);
  } else if (all.some(({ keys }) => keys.startsWith(`${event.key} `))) {
    pending = { key: event.key, until: Date.now() + SEQUENCE_MS };
  }
}

const openDialogs = "[role=dialog][data-open]:not([data-shortcuts]),[role=alertdialog][data-open]";

/** Returns whether a dialog is open, other than the shortcuts dialog. Shortcuts are inactive then. */
export function isDialogOpen(): boolean {
  return document.querySelector(openDialogs) !== null;
}

const typingPlaces = "input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,select";

function isBusyElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches(typingPlaces)) return true;
  return isDialogOpen() || document.querySelector("[role=menu][data-open]") !== null;
}
