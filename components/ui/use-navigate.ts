"use client";
import { useRouter } from "next/navigation";
import { type TransitionFunction, useEffect, useTransition } from "react";

let follow = untracked;

/** Goes to a page of the site; `useIsNavigating` tells of it until the page is there. */
export function useNavigate(): (href: string) => void {
  const router = useRouter();
  return (href) => follow(() => router.push(href));
}

/** Whether a page is on its way. For the one line that shows it: whoever asks last is told. */
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
