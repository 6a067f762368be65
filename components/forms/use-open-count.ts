"use client";
import { useState } from "react";

/** How often it was opened: as a `key`, each opening starts from what is true then, and closing shows it to the end. */
export function useOpenCount(open: boolean): number {
  const [wasOpen, setWasOpen] = useState(open);
  const [openings, setOpenings] = useState(0);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenings(openings + 1);
  }
  return openings;
}
