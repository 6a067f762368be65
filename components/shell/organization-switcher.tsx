"use client";
import { ChevronsUpDown } from "lucide-react";
import { lazy } from "react";
import type { Membership } from "@/components/shell/organization-items";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";

const loadItems = () => import("@/components/shell/organization-items");
const OrganizationItems = lazy(() => loadItems().then((module) => ({ default: module.OrganizationItems })));

type OrganizationSwitcherProps = {
  organization: { slug: string; name: string };
  organizations: readonly Membership[];
  className?: string;
};

export function OrganizationSwitcher({ organization, organizations, className }: OrganizationSwitcherProps) {
  return (
    <DropdownMenu
      label="Organizations"
      preload={loadItems}
      align="start"
      className="w-60"
      trigger={
        <button
          type="button"
          aria-label={`${organization.name}, switch organization`}
          className={cn(
            "flex h-9 min-w-0 items-center gap-2.5 rounded-md px-2 text-left text-sm font-semibold transition-colors hover:bg-muted data-active:bg-muted pointer-coarse:h-11",
            className,
          )}
        >
          <Avatar name={organization.name} square />
          <span className="min-w-0 flex-1 truncate">{organization.name}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
        </button>
      }
    >
      <OrganizationItems current={organization.slug} organizations={organizations} />
    </DropdownMenu>
  );
}
