"use client";
import { useState } from "react";

/**
 * Returns whether a condition has ever been true. Content that is loaded on first use then stays, for example for
 * a closing animation.
 */
export function useEver(isNow: boolean): boolean {
  const [was, setWas] = useState(false);
  if (isNow && !was) setWas(true);
  return was || isNow;
}
