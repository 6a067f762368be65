"use client";
import { useEffect, useState } from "react";

const SETTLED_AFTER_MS = 200;

/** The value once it has stood still for a moment, so that typing asks the server once and not per letter. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
