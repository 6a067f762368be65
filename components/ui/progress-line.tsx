"use client";
import { useIsNavigating } from "./use-navigate";

/** Place it once: a line at the top of the window while a page takes longer than a moment. */
export function ProgressLine() {
  if (!useIsNavigating()) return null;
  return <div role="progressbar" aria-label="Loading the page" className="progress-line" />;
}
