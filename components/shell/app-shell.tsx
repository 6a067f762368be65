"use client";
import { Menu, Search } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Command } from "@/components/shell/commands";
import { FrameContext } from "@/components/shell/frame";
import { LogoMark } from "@/components/shell/logo";
import { NavLinks } from "@/components/shell/nav-links";
import { navigationFor } from "@/components/shell/navigation";
import type { Membership } from "@/components/shell/organization-items";
import { OrganizationSwitcher } from "@/components/shell/organization-switcher";
import { isDialogOpen, useShortcutSections, useShortcuts, useSingleKeysEnabled } from "@/components/shell/shortcuts";
import { SkipLink } from "@/components/shell/skip-link";
import { useCommandKey } from "@/components/shell/use-command-key";
import { UserMenu } from "@/components/shell/user-menu";
import { Button } from "@/components/ui/button";
import { useEverOpened } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { useNavigate } from "@/components/ui/use-navigate";
import type { Role } from "@/lib/values";

const CommandPalette = lazy(() =>
  import("@/components/shell/command-palette").then((module) => ({ default: module.CommandPalette })),
);

const KeyboardHelp = lazy(() =>
  import("@/components/shell/keyboard-help").then((module) => ({ default: module.KeyboardHelp })),
);

type AppShellProps = {
  organization: { slug: string; name: string };
  organizations: readonly Membership[];
  user: { name: string; email: string };
  role: Role;
  /** Additional commands for the command palette. */
  commands?: readonly Command[];
  /** Content shown above every page, such as a warning about an expiring key. */
  banner?: ReactNode;
  onSignOut?: () => void | Promise<void>;
  children: ReactNode;
};

const noCommands: readonly Command[] = [];

export function AppShell({
  organization,
  organizations,
  user,
  role,
  commands = noCommands,
  banner,
  onSignOut,
  children,
}: AppShellProps) {
  const go = useNavigate();
  const menuId = useId();
  const menu = useRef<HTMLElement>(null);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const paletteWanted = useEverOpened(paletteOpen);
  const helpWanted = useEverOpened(helpOpen);
  const [singleKeys, setSingleKeys] = useSingleKeysEnabled();
  const shortcutSections = useShortcutSections();
  const commandKey = useCommandKey();
  const sections = useMemo(() => navigationFor(organization.slug, role), [organization.slug, role]);
  const pages = useMemo(() => sections.flatMap((section) => section.items), [sections]);

  const openPalette = () => setPaletteOpen(true);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setPaletteOpen((open) => !open && !isDialogOpen());
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  useShortcuts("Everywhere", [
    { keys: "?", description: "Show the shortcuts", run: () => setHelpOpen(true) },
    ...pages.flatMap(({ keys, label, href }) =>
      keys ? [{ keys, description: `Go to ${label}`, run: () => go(href) }] : [],
    ),
  ]);

  const items: Command[] = [
    ...pages.map(({ label, href, icon: Icon, keys }) => ({
      id: href,
      label,
      group: "Go to",
      icon: <Icon />,
      shortcut: keys,
      action: { href },
    })),
    ...organizations
      .filter(({ slug }) => slug !== organization.slug)
      .map(({ slug, name }) => ({
        id: `organization-${slug}`,
        label: name,
        group: "Organizations",
        action: { href: `/${slug}` },
      })),
    ...commands,
  ];

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh flex-col gap-3 border-r border-border bg-surface px-3 pt-3 pb-2 lg:flex"
      >
        <OrganizationSwitcher organization={organization} organizations={organizations} />
        <button
          type="button"
          onClick={openPalette}
          className="flex h-8 shrink-0 items-center gap-2 rounded-md border border-border bg-background px-2 text-sm text-muted-foreground transition-colors hover:border-input hover:text-foreground"
        >
          <Search aria-hidden className="size-4" />
          <span className="flex-1 text-left">Search</span>
          <Kbd>{commandKey} K</Kbd>
        </button>
        <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 py-1">
          <NavLinks sections={sections} label="Main" />
        </div>
        <UserMenu user={user} onShowShortcuts={() => setHelpOpen(true)} onSignOut={onSignOut} />
      </aside>

      <header className="sticky top-0 z-30 flex h-13 items-center gap-1 border-b border-border bg-surface px-2 lg:hidden">
        <Button variant="ghost" size="icon" className="size-10" aria-label="Menu" popoverTarget={menuId}>
          <Menu aria-hidden className="size-5!" />
        </Button>
        <OrganizationSwitcher organization={organization} organizations={organizations} className="max-w-52" />
        <span className="flex-1" />
        <Button variant="ghost" size="icon" className="size-10" aria-label="Search" onClick={openPalette}>
          <Search aria-hidden className="size-5!" />
        </Button>
        <UserMenu compact user={user} onShowShortcuts={() => setHelpOpen(true)} onSignOut={onSignOut} />
      </header>
      {/* A native popover, so that the menu opens on phones before hydration. */}
      <aside
        ref={menu}
        aria-label="Pages"
        id={menuId}
        popover="auto"
        className="slide-in-menu inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-border bg-surface px-3 py-4 text-foreground shadow-raised lg:hidden"
      >
        <div className="mb-4 flex items-center gap-2 px-2 text-base font-semibold">
          <LogoMark />
          Sightline
        </div>
        <NavLinks sections={sections} label="Menu" onNavigate={() => menu.current?.hidePopover()} />
      </aside>

      <div className="flex min-w-0 flex-col">
        {banner}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <FrameContext value={pages}>{children}</FrameContext>
        </main>
      </div>

      {paletteWanted ? (
        <Suspense fallback={null}>
          <CommandPalette open={paletteOpen} onOpenChange={setPaletteOpen} items={items} />
        </Suspense>
      ) : null}
      {helpWanted ? (
        <Suspense fallback={null}>
          <KeyboardHelp
            open={helpOpen}
            onOpenChange={setHelpOpen}
            sections={shortcutSections}
            singleKeys={{ enabled: singleKeys, onChange: setSingleKeys }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
