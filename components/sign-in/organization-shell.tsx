"use client";
import type { ComponentProps } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { signOut } from "@/components/sign-in/account";
import { toast } from "@/components/ui/toast";

type OrganizationShellProps = Omit<ComponentProps<typeof AppShell>, "onSignOut">;

/** The portal's frame with the way out of it. */
export function OrganizationShell(props: OrganizationShellProps) {
  return <AppShell {...props} onSignOut={leave} />;
}

function leave(): Promise<void> {
  return signOut().catch(() => {
    toast.error("You are still signed in", { description: "The server did not answer. Try again." });
  });
}
