"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

function currentAddress(): string {
  return window.location.pathname + window.location.search;
}

/**
 * The address as it is this very moment. Next tells its own hooks in a transition, that is after the rows of a new
 * filter have arrived; the controls that set the filter must not wait for those.
 */
export function useAddress(onServer: string): URL {
  const navigation = `${usePathname()}?${useSearchParams()}`;
  // Links change the address without an event, and only once their page has been rendered.
  useEffect(() => {
    if (navigation) tellListeners();
  }, [navigation]);
  const address = useSyncExternalStore(
    subscribe,
    currentAddress,
    useCallback(() => onServer, [onServer]),
  );
  return new URL(address, "http://localhost");
}

/** Changes the address without a navigation; Back undoes a push. */
export function changeAddress(address: string, how: "push" | "replace"): void {
  if (address === currentAddress()) return;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
  tellListeners();
}

function tellListeners() {
  for (const listener of listeners) listener();
}
