"use client";
import { type ComponentProps, useEffect } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { rememberOrganization } from "@/components/shell/last-organization";
import { signOutOrNotify } from "@/components/shell/sign-out";

type OrganizationShellProps = Omit<ComponentProps<typeof AppShell>, "onSignOut">;

/** The portal's frame with a working sign-out. It also remembers the organization as the last opened one. */
export function OrganizationShell(props: OrganizationShellProps) {
  const { slug } = props.organization;
  useEffect(() => rememberOrganization(slug), [slug]);
  return <AppShell {...props} onSignOut={() => void signOutOrNotify()} />;
}
