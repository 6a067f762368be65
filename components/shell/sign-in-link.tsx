"use client";
import { withCallback } from "@/components/shell/callback";
import { useAddress } from "@/components/ui/use-address";

/** A sign-in link for readers whose session ended. After sign-in, it returns to this page with its filters. */
export function SignInLink({ className }: { className?: string }) {
  const { pathname, search } = useAddress();
  return (
    <a href={withCallback("/sign-in", pathname + search)} className={className}>
      Sign in
    </a>
  );
}
