import type { ReactNode } from "react";
import { LogoMark } from "@/components/shell/logo";
import { ThemeToggle } from "@/components/shell/theme-toggle";

type ConsentFrameProps = { title: ReactNode; description: ReactNode; children: ReactNode; footer?: ReactNode };

/** The frame of the consent page. It has no links that lead away. */
export function ConsentFrame({ title, description, children, footer }: ConsentFrameProps) {
  return (
    <div className="relative flex min-h-dvh flex-col">
      <div className="absolute top-3 right-3">
        <ThemeToggle />
      </div>
      <main id="main" className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-4 py-14">
        <LogoMark className="size-10 self-center" />
        <h1 className="mt-5 text-balance text-center text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
          {title}
        </h1>
        <p className="mt-1 text-balance text-center text-muted-foreground [overflow-wrap:anywhere]">{description}</p>
        <div className="mt-6 rounded-xl border border-border bg-surface p-5 shadow-raised sm:p-6">{children}</div>
        {footer ? <div className="mt-5 text-center text-sm text-muted-foreground">{footer}</div> : null}
      </main>
    </div>
  );
}
