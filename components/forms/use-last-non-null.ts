"use client";
import { useState } from "react";

/** Returns the last non-null value, so that a dialog can keep showing it while it closes. */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
