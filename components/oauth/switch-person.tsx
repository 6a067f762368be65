"use client";
import { withCallback } from "@/components/shell/callback";
import { useSignOut } from "@/components/shell/use-sign-out";
import { Spinner } from "@/components/ui/spinner";

type SwitchPersonProps = {
  /** The path to return to on this site, with its query. */
  returnTo: string;
};

/** Signs out, so that the person can return to the same consent page with another account. */
export function SwitchPerson({ returnTo }: SwitchPersonProps) {
  const { isLeaving, leave } = useSignOut();
  return (
    <button
      type="button"
      aria-disabled={isLeaving || undefined}
      onClick={() => (isLeaving ? undefined : leave(withCallback("/sign-in", returnTo)))}
      className="inline-flex items-center gap-1.5 rounded-sm font-medium text-link underline underline-offset-4"
    >
      Use another account
      {isLeaving ? <Spinner label="Signing out" className="size-3.5" /> : null}
    </button>
  );
}
