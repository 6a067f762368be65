"use client";
import { Check, ChevronsUpDown } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { DropdownMenuGroup, DropdownMenuItem } from "@/components/ui/dropdown-menu-items";
import type { Role } from "@/lib/db/values";

export type Membership = { slug: string; name: string; role: Role };

type OrganizationSwitcherProps = {
  organization: { slug: string; name: string };
  organizations: readonly Membership[];
  className?: string;
};

const roleNames: Record<Role, string> = { admin: "Admin", support: "Support", viewer: "Viewer" };

export function OrganizationSwitcher({ organization, organizations, className }: OrganizationSwitcherProps) {
  return (
    <DropdownMenu
      label="Organizations"
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
      <DropdownMenuGroup label="Organizations">
        {organizations.map((membership) => (
          <DropdownMenuItem
            key={membership.slug}
            href={`/${membership.slug}`}
            description={roleNames[membership.role]}
            icon={<Avatar name={membership.name} square />}
          >
            {membership.name}
            {membership.slug === organization.slug ? (
              <>
                <Check aria-hidden className="ml-1.5 inline size-3.5 text-link" />
                <span className="sr-only">, current</span>
              </>
            ) : null}
          </DropdownMenuItem>
        ))}
      </DropdownMenuGroup>
    </DropdownMenu>
  );
}
