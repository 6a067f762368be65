"use client";
import { useEffect, useRef } from "react";

/**
 * While `open`, pressing Back calls `mayClose` instead of leaving the page.
 * @param mayClose handles Back, and returns whether it closed the dialog.
 * @returns a function that removes the extra history entry. Call it when the dialog closes in another way.
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
        // Return to the existing history entry. Browsers skip entries that were added without a click.
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
