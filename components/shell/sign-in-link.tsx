"use client";
import { withCallback } from "@/components/shell/callback";
import { useAddress } from "@/components/ui/use-address";

/** For whoever is signed out while a page stands open: it leads back to this page, with what is filtered in it. */
export function SignInLink({ className }: { className?: string }) {
  const { pathname, search } = useAddress();
  return (
    <a href={withCallback("/sign-in", pathname + search)} className={className}>
      Sign in
    </a>
  );
}
