"use client";
import { useState } from "react";

/** Counts how often a dialog was opened. Use it as a `key`, so that each opening starts with current values. */
export function useOpenCount(open: boolean): number {
  const [wasOpen, setWasOpen] = useState(open);
  const [openings, setOpenings] = useState(0);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenings(openings + 1);
  }
  return openings;
}
