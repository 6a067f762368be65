"use client";
import { useState } from "react";
import { leave } from "@/components/shell/leave";

/** Signing out by a button, which is busy until the browser is away or the reader knows that it did not work. */
export function useLeave() {
  const [isLeaving, setLeaving] = useState(false);

  function start(next?: string) {
    setLeaving(true);
    void leave(next).then(setLeaving);
  }
  return { isLeaving, leave: start };
}
