"use client";
import { useEffect, useRef } from "react";

/**
 * While `open`, Back asks for confirmation instead of leaving the page.
 * @param mayClose handles Back, and returns whether it closed the dialog.
 * @returns a function to call when the dialog closes in another way, which removes the extra history entry.
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
        // Browsers skip history entries that were added without a click.
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
