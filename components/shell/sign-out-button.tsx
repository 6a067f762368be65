"use client";
import { useLeave } from "@/components/shell/use-leave";
import { Button, type ButtonProps } from "@/components/ui/button";

type SignOutButtonProps = Omit<ButtonProps, "onClick" | "loading"> & {
  /** A page of this site; the sign-in page when left out. */
  next?: string;
};

export function SignOutButton({ next, children = "Sign out", ...props }: SignOutButtonProps) {
  const { isLeaving, leave } = useLeave();
  return (
    <Button size="lg" className="w-full" {...props} loading={isLeaving} onClick={() => leave(next)}>
      {children}
    </Button>
  );
}
