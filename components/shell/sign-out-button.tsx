"use client";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useSignOut } from "./use-sign-out";

type SignOutButtonProps = Omit<ButtonProps, "onClick" | "loading"> & {
  /** The page of this site to open after sign-out. Defaults to the sign-in page. */
  next?: string;
};

export function SignOutButton({ next, children = "Sign out", ...props }: SignOutButtonProps) {
  const { isLeaving, leave } = useSignOut();
  return (
    <Button size="lg" className="w-full" {...props} loading={isLeaving} onClick={() => leave(next)}>
      {children}
    </Button>
  );
}
