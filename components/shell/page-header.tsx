import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";

type Breadcrumb = { label: string; href: string };
type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The way up, without the page itself. */
  breadcrumbs?: readonly Breadcrumb[];
  actions?: ReactNode;
  className?: string;
};

export function PageHeader({ title, description, breadcrumbs, actions, className }: PageHeaderProps) {
  return (
    <header className={cn("mb-5", className)}>
      {breadcrumbs?.length ? (
        <nav aria-label="Breadcrumbs" className="mb-1">
          <ol className="flex flex-wrap items-center text-sm text-muted-foreground">
            {breadcrumbs.map((crumb) => (
              <li key={crumb.href} className="flex items-center">
                <Link href={crumb.href} className="rounded-sm py-0.5 hover:text-foreground hover:underline">
                  {crumb.label}
                </Link>
                <span aria-hidden className="px-1.5">
                  /
                </span>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-balance text-lg font-semibold tracking-tight text-foreground">{title}</h1>
          {description ? <p className="mt-0.5 max-w-2xl text-pretty text-muted-foreground">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}
