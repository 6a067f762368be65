import type { ReactNode } from "react";
import { LogoMark } from "@/components/shell/logo";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Link } from "@/components/ui/link";

type AccountPageProps = { title: string; description: ReactNode; footer?: ReactNode; children: ReactNode };

/** The frame of the sign-in and sign-up pages. */
export function AccountPage({ title, description, footer, children }: AccountPageProps) {
  return (
    <div className="relative flex min-h-dvh flex-col">
      <div className="absolute top-3 right-3">
        <ThemeToggle />
      </div>
      <main id="main" className="mx-auto flex w-full max-w-96 flex-1 flex-col justify-center px-4 py-16">
        <Link href="/" aria-label="Sightline home page" className="self-center rounded-lg">
          <LogoMark className="size-10" />
        </Link>
        <h1 className="mt-5 wrap-anywhere text-balance text-center text-xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 wrap-anywhere text-balance text-center text-muted-foreground">{description}</p>
        <div className="mt-6 rounded-xl border border-border bg-surface p-5 shadow-raised sm:p-6">{children}</div>
        {footer ? <p className="mt-5 wrap-anywhere text-balance text-center text-muted-foreground">{footer}</p> : null}
      </main>
    </div>
  );
}
