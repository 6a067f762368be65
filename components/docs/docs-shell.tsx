import type { ReactNode } from "react";
import { DocsMenu } from "@/components/docs/docs-menu";
import { DocsNav } from "@/components/docs/docs-nav";
import { docsNavigation } from "@/components/docs/navigation";
import type { DocsReader } from "@/components/docs/reader";
import { LogoMark } from "@/components/shell/logo";
import { SkipLink } from "@/components/shell/skip-link";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/** The frame of the docs with header, side navigation and content. */
export function DocsShell({ reader, children }: { reader: DocsReader; children: ReactNode }) {
  const groups = docsNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-border bg-surface px-2 lg:pr-8 lg:pl-5">
        <DocsMenu groups={groups} />
        <Link href="/" className="flex items-center gap-2 rounded-md py-1 text-base font-semibold tracking-tight">
          <LogoMark />
          Sightline
        </Link>
        <Link href="/docs" className="rounded-md px-1.5 py-1 text-base text-muted-foreground hover:text-foreground">
          Docs
        </Link>
        <span className="flex-1" />
        <ThemeToggle />
        <PortalLink reader={reader} />
      </header>
      <div className="grid w-full max-w-[100rem] flex-1 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] flex-col border-r border-border bg-surface px-3 pt-4 lg:flex">
          <DocsNav groups={groups} label="Docs" hasShortcut />
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 px-4 pt-4 pb-20 outline-none sm:px-6 lg:px-8 lg:pt-6">
          {children}
        </main>
      </div>
    </div>
  );
}

function PortalLink({ reader }: { reader: DocsReader }) {
  const [organization] = reader.organizations;
  if (organization) {
    return (
      <ButtonLink href={`/${organization.slug}`}>
        <span className="max-sm:hidden">Open the portal</span>
        <span className="sm:hidden">Portal</span>
      </ButtonLink>
    );
  }
  return <ButtonLink href="/sign-in">Sign in</ButtonLink>;
}
