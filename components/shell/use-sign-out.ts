"use client";
import { useState } from "react";
import { signOutOrNotify } from "./sign-out";

/**
 * Returns a function that signs out, and the busy state of its button. The button stays busy until the browser
 * leaves the page or an error is shown.
 */
export function useSignOut() {
  const [isLeaving, setLeaving] = useState(false);

  function start(next?: string) {
    setLeaving(true);
    void signOutOrNotify(next).then(setLeaving);
  }
  return { isLeaving, leave: start };
}
