"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";

const ORIGIN = "http://localhost";
const listeners = new Set<() => void>();
/** What `changeAddress` wrote and Next's hooks don't show yet: they follow in a transition, after new rows have arrived. */
let ahead: string | null = null;

const currentAddress = () => window.location.pathname + window.location.search;
const isSame = (a: URL, b: URL) => a.pathname === b.pathname && a.searchParams.toString() === b.searchParams.toString();

function setAhead(address: string | null) {
  if (ahead === address) return;
  ahead = address;
  for (const listener of listeners) listener();
}

const onPopState = () => setAhead(currentAddress());

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener("popstate", onPopState);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", onPopState);
  };
}

/**
 * The address as it is at this moment: what controls wrote to it shows at once.
 * @param below the path of the page that asks. While Next goes from one page to another, each sees an address of its own.
 */
export function useAddress(below = ""): URL {
  const query = useSearchParams().toString();
  const navigation = usePathname() + (query ? `?${query}` : "");
  useEffect(() => {
    // Next has caught up, or has gone elsewhere.
    if (ahead === null) return;
    const isReached = isSame(new URL(ahead, ORIGIN), new URL(navigation, ORIGIN));
    if (isReached || ahead !== currentAddress()) setAhead(null);
  }, [navigation]);
  const written = useSyncExternalStore(
    subscribe,
    () => ahead,
    () => null,
  );
  const known = new URL(navigation, ORIGIN);
  if (written === null) return known;
  const next = new URL(written, ORIGIN);
  return next.pathname === below || next.pathname.startsWith(`${below}/`) ? next : known;
}

/** Changes the address without a navigation; Back undoes a push. */
export function changeAddress(address: string, how: "push" | "replace"): void {
  if (address === currentAddress()) return;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
  setAhead(address);
}
