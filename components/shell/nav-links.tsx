"use client";
import { usePathname } from "next/navigation";
import { useId } from "react";
import type { NavItem, NavSection } from "@/components/shell/navigation";
import { Link } from "@/components/ui/link";

type NavLinksProps = { sections: readonly NavSection[]; label: string; onNavigate?: () => void };

export function NavLinks({ sections, label, onNavigate }: NavLinksProps) {
  const pathname = usePathname();
  const baseId = useId();
  return (
    <nav aria-label={label} className="flex flex-col gap-4">
      {sections.map((section, index) => {
        const titleId = section.title ? `${baseId}-${index}` : undefined;
        return (
          <div key={section.title ?? "main"}>
            {section.title ? (
              <h2 id={titleId} className="px-2 pb-1 text-xs font-medium text-muted-foreground">
                {section.title}
              </h2>
            ) : null}
            <ul aria-labelledby={titleId} className="flex flex-col gap-px">
              {section.items.map((item) => (
                <li key={item.href}>
                  <Link
                    href={item.href}
                    onClick={onNavigate}
                    aria-current={isCurrent(pathname, item) ? "page" : undefined}
                    className="group flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted-foreground transition-colors duration-75 hover:bg-muted hover:text-foreground aria-[current=page]:bg-muted aria-[current=page]:text-foreground pointer-coarse:h-10"
                  >
                    <item.icon
                      aria-hidden
                      className="size-4 shrink-0 group-aria-[current=page]:text-link"
                      strokeWidth={1.75}
                    />
                    {item.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function isCurrent(pathname: string, item: NavItem): boolean {
  return pathname === item.href || (!item.exact && pathname.startsWith(`${item.href}/`));
}
