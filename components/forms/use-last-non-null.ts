"use client";
import { useState } from "react";

/** The latest value that was not null: what a dialog goes on showing while it closes. */
export function useLastNonNull<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
