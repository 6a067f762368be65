"use client";
import { useRouter } from "next/navigation";
import { type TransitionFunction, useEffect, useTransition } from "react";

let follow = untracked;

/**
 * Returns a function that navigates to a page of the site. With `replace`, the page takes the place of the current
 * history entry. `useIsNavigating` is true until the page is shown.
 */
export function useNavigate(): (href: string, mode?: "push" | "replace") => void {
  const router = useRouter();
  return (href, mode = "push") => follow(() => router[mode](href));
}

/** Returns whether a navigation is in progress. Only one component can use this hook: the progress line. */
export function useIsNavigating(): boolean {
  const [isGoing, startTransition] = useTransition();
  useEffect(() => {
    follow = startTransition;
    return () => {
      follow = untracked;
    };
  }, []);
  return isGoing;
}

function untracked(go: TransitionFunction): void {
  void go();
}
