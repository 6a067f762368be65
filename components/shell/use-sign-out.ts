"use client";
import { useState } from "react";
import { signOutOrNotify } from "./sign-out";

/** Signing out by a button, which is busy until the browser is away or the reader knows that it did not work. */
export function useSignOut() {
  const [isLeaving, setLeaving] = useState(false);

  function start(next?: string) {
    setLeaving(true);
    void signOutOrNotify(next).then(setLeaving);
  }
  return { isLeaving, leave: start };
}
