"use client";
import { useIsNavigating } from "./use-navigate";

/** A line at the top of the window while a page loads for longer than a moment. Render it once. */
export function ProgressLine() {
  if (!useIsNavigating()) return null;
  return <div role="progressbar" aria-label="Loading the page" className="progress-line" />;
}
