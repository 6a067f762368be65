import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";

type Breadcrumb = { label: string; href: string };
type PageHeaderProps = {
  title: ReactNode;
  /** The number of items, shown next to the title. */
  count?: ReactNode;
  /** A line of text below the title, used on settings pages but not on lists. */
  description?: ReactNode;
  /** The breadcrumbs, without the current page. */
  breadcrumbs?: readonly Breadcrumb[];
  actions?: ReactNode;
};

/** The title row of a page. Breadcrumbs are in the same row, so that titles are at the same height on all pages. */
export function PageHeader({ title, count, description, breadcrumbs, actions }: PageHeaderProps) {
  return (
    <header className={cn("flex flex-wrap items-start justify-between gap-x-6 gap-y-1", description ? "mb-5" : "mb-3")}>
      <div className="min-w-0 text-balance text-xl leading-8 tracking-tight">
        {breadcrumbs?.length ? (
          <nav aria-label="Breadcrumbs" className="inline text-muted-foreground">
            <ol className="inline-block">
              {breadcrumbs.map((crumb) => (
                <li key={crumb.href} className="inline">
                  <Link href={crumb.href} className="rounded-sm hover:text-foreground">
                    {crumb.label}
                  </Link>
                  <span aria-hidden className="px-2 text-input">
                    /
                  </span>
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
        <h1 className="inline font-semibold text-foreground">{title}</h1>
        {count === undefined ? null : (
          <p
            role="status"
            className="inline whitespace-nowrap pl-3 text-xs tracking-normal text-muted-foreground tabular-nums"
          >
            {count}
          </p>
        )}
      </div>
      {actions ? (
        // On phones, the buttons follow the title and description.
        <div className={cn("flex min-h-8 flex-wrap items-center gap-2", breadcrumbs && "max-sm:order-1 max-sm:mt-2")}>
          {actions}
        </div>
      ) : null}
      {description ? (
        <div className="basis-full text-pretty text-muted-foreground">
          <div className="max-w-2xl">{description}</div>
        </div>
      ) : null}
    </header>
  );
}
