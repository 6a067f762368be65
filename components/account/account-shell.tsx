"use client";
import { ArrowLeft, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { AccountNav } from "@/components/account/account-nav";
import { Logo, LogoMark } from "@/components/shell/logo";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { SkipLink } from "@/components/shell/skip-link";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

type AccountShellProps = {
  /** Where the way back leads; null for somebody who belongs to no organization. */
  organization: { slug: string; name: string } | null;
  children: ReactNode;
};

/** The frame of the pages on one's own account, which belong to no organization. */
export function AccountShell({ organization, children }: AccountShellProps) {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-border bg-surface px-3 sm:px-5">
        {organization ? (
          <ButtonLink href={`/${organization.slug}`} variant="ghost" className="min-w-0 shrink pointer-coarse:h-10">
            <ArrowLeft aria-hidden />
            <span className="truncate">
              <span className="max-sm:sr-only">Back to </span>
              {organization.name}
            </span>
          </ButtonLink>
        ) : (
          <Link href="/" className="rounded-md" aria-label="Sightline, the start page">
            <Logo className="max-sm:hidden" />
            <LogoMark className="sm:hidden" />
          </Link>
        )}
        <span className="flex-1" />
        <ThemeToggle className="pointer-coarse:size-10" />
        <SignOutButton variant="ghost" size="md" className="pointer-coarse:h-10">
          <LogOut aria-hidden />
          Sign out
        </SignOutButton>
      </header>
      <div className="mx-auto grid w-full max-w-5xl gap-5 px-4 py-5 sm:px-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-10 lg:py-8">
        <AccountNav />
        <main id="main" tabIndex={-1} className="min-w-0 max-w-3xl outline-none">
          {children}
        </main>
      </div>
    </div>
  );
}
