"use client";
import { useEffect, useRef } from "react";

/**
 * While `open`, the browser's Back asks instead of leaving the page.
 * @param mayClose what Back does; it answers whether that closed what was open.
 * @returns what to call on every other way of closing, so that no idle entry stays in the history.
 */
export function useBackGate(open: boolean, mayClose: () => boolean): () => void {
  const hasEntry = useRef(false);
  const latest = useRef(mayClose);
  useEffect(() => {
    latest.current = mayClose;
  });
  useEffect(() => {
    if (!open) return;
    const { href } = window.location;
    let isReturning = false;
    if (!hasEntry.current) {
      window.history.pushState(null, "");
      hasEntry.current = true;
    }
    function answer() {
      const isOwn = isReturning || !hasEntry.current || window.location.href !== href;
      isReturning = false;
      if (isOwn) return;
      if (latest.current()) {
        hasEntry.current = false;
      } else {
        isReturning = true;
        // A second entry pushed without a click would be skipped by the browser's next Back.
        window.history.forward();
      }
    }
    window.addEventListener("popstate", answer);
    return () => window.removeEventListener("popstate", answer);
  }, [open]);
  return () => {
    if (!hasEntry.current) return;
    hasEntry.current = false;
    window.history.back();
  };
}
