"use client";
import { useEffect, useState } from "react";

const SETTLED_AFTER_MS = 200;

/**
 * Returns the value after it hasn't changed for 200 ms, so that typing sends one request instead of one per
 * character.
 */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
