import { Logo } from "@/components/shell/logo";
import { SkipLink } from "@/components/shell/skip-link";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export function SiteHeader({ canSignUp }: { canSignUp: boolean }) {
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-border bg-background/90 backdrop-blur-sm">
        <div className="mx-auto flex h-14 max-w-6xl items-center gap-1 px-4 sm:px-6">
          <Link href="/" className="mr-auto inline-flex rounded-md">
            <Logo />
          </Link>
          <nav aria-label="Site" className="flex items-center gap-1">
            <ButtonLink href="/docs" variant="ghost">
              Docs
            </ButtonLink>
            <ButtonLink href="/sign-in" variant="ghost">
              Sign in
            </ButtonLink>
            {canSignUp ? (
              <ButtonLink href="/sign-up" variant="primary" className="ml-1 hidden sm:inline-flex">
                Create an organization
              </ButtonLink>
            ) : null}
          </nav>
          <ThemeToggle />
        </div>
      </header>
    </>
  );
}
