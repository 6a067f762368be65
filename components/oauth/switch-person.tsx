"use client";
import { useState } from "react";
import { signOut } from "@/components/sign-in/account";
import { withCallback } from "@/components/sign-in/callback";

type SwitchPersonProps = {
  /** A page of this site, with its query. */
  returnTo: string;
};

/** Leaves the session and comes back to the same question as somebody else. */
export function SwitchPerson({ returnTo }: SwitchPersonProps) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <button
      type="button"
      disabled={isLeaving}
      onClick={() => {
        setLeaving(true);
        signOut(withCallback("/sign-in", returnTo)).catch(() => setLeaving(false));
      }}
      className="rounded-sm font-medium text-link underline underline-offset-4"
    >
      Use another account
    </button>
  );
}
