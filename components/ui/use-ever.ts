"use client";
import { useState } from "react";

/**
 * Returns whether a condition has ever been true, so that content loaded on first use stays, for example for a closing
 * animation.
 */
export function useEver(isNow: boolean): boolean {
  const [was, setWas] = useState(false);
  if (isNow && !was) setWas(true);
  return was || isNow;
}
