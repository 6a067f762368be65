"use client";
import { useIsNavigating } from "./use-navigate";

/** A line at the top of the window, shown while a page takes longer than a moment to load. Render it once. */
export function ProgressLine() {
  if (!useIsNavigating()) return null;
  return <div role="progressbar" aria-label="Loading the page" className="progress-line" />;
}
