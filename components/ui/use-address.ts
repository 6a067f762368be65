"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";

const ORIGIN = "http://localhost";
const listeners = new Set<() => void>();
/**
 * The URL written by `changeAddress`, or null once Next's hooks return it. The hooks return it only after the new
 * rows have loaded.
 */
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
 * Returns the current URL, including changes by `changeAddress` that Next's hooks don't return yet.
 * @param below the path of the calling page. A changed URL outside of it is ignored, so that each page sees its
 * own URL during a navigation.
 */
export function useAddress(below = ""): URL {
  const query = useSearchParams().toString();
  const navigation = usePathname() + (query ? `?${query}` : "");
  useEffect(() => {
    // Forget the written URL when Next has caught up or navigated elsewhere.
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

/** Changes the URL without a navigation. The Back button undoes a push. */
export function changeAddress(address: string, how: "push" | "replace"): void {
  if (address === currentAddress()) return;
  if (how === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
  setAhead(address);
}
