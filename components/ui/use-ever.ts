"use client";
import { useState } from "react";

/** Whether something was ever the case: what is loaded on its first use stays, for example to close with an animation. */
export function useEver(isNow: boolean): boolean {
  const [was, setWas] = useState(false);
  if (isNow && !was) setWas(true);
  return was || isNow;
}
