"use client";
import { ArrowLeft, LogOut, Menu } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { AccountNav } from "@/components/account/account-nav";
import { Logo } from "@/components/shell/logo";
import { Page } from "@/components/shell/page";
import { SignOutButton } from "@/components/shell/sign-out-button";
import { SkipLink } from "@/components/shell/skip-link";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Button, ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

type AccountShellProps = {
  /** The organization that the link back to the portal opens. Null for people without an organization. */
  organization: { slug: string; name: string } | null;
  children: ReactNode;
};

/** The frame of the account pages, which belong to no organization. It is the portal's frame with another sidebar. */
export function AccountShell({ organization, children }: AccountShellProps) {
  const menuId = useId();
  const menu = useRef<HTMLElement>(null);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh flex-col gap-3 border-r border-border bg-surface px-3 pt-3 pb-2 lg:flex"
      >
        <WayBack organization={organization} />
        <div className="min-h-0 flex-1 overflow-y-auto">
          <AccountNav label="Your account" />
        </div>
        <div className="flex items-center justify-between">
          <SignOut />
          <ThemeToggle />
        </div>
      </aside>

      <header className="sticky top-0 z-30 flex h-13 items-center gap-1 border-b border-border bg-surface px-2 lg:hidden">
        <Button variant="ghost" size="icon" className="size-10" aria-label="Menu" popoverTarget={menuId}>
          <Menu aria-hidden className="size-5!" />
        </Button>
        <WayBack organization={organization} />
        <span className="flex-1" />
        <ThemeToggle className="size-10" />
      </header>
      {/* A native popover, so that the menu opens on phones before hydration. */}
      <aside
        ref={menu}
        aria-label="Pages"
        id={menuId}
        popover="auto"
        className="slide-in-menu inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-border bg-surface px-3 py-4 text-foreground shadow-raised lg:hidden"
      >
        <AccountNav label="Menu" onNavigate={() => menu.current?.hidePopover()} />
        <div className="mt-4 border-t border-border pt-3">
          <SignOut />
        </div>
      </aside>

      <main id="main" tabIndex={-1} className="min-w-0 outline-none">
        <Page width="form">{children}</Page>
      </main>
    </div>
  );
}

function WayBack({ organization }: Pick<AccountShellProps, "organization">) {
  if (!organization) {
    return (
      <Link href="/" className="rounded-md px-2 py-1" aria-label="Sightline home page">
        <Logo />
      </Link>
    );
  }
  return (
    <ButtonLink
      href={`/${organization.slug}`}
      variant="ghost"
      className="min-w-0 shrink justify-start px-2 pointer-coarse:h-10"
    >
      <ArrowLeft aria-hidden />
      <span className="truncate">
        <span className="max-sm:sr-only">Back to </span>
        {organization.name}
      </span>
    </ButtonLink>
  );
}

function SignOut() {
  return (
    <SignOutButton variant="ghost" size="md" className="justify-start px-2 pointer-coarse:h-10">
      <LogOut aria-hidden />
      Sign out
    </SignOutButton>
  );
}
