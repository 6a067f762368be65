"use client";
import { Check, Plus } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { DropdownMenuGroup, DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import type { Role } from "@/lib/values";

export type Membership = { slug: string; name: string; role: Role };

type OrganizationItemsProps = { current: string; organizations: readonly Membership[] };

const roleNames: Record<Role, string> = { admin: "Admin", support: "Support", viewer: "Viewer" };

export function OrganizationItems({ current, organizations }: OrganizationItemsProps) {
  return (
    <>
      <DropdownMenuGroup label="Organizations">
        {organizations.map((membership) => (
          <DropdownMenuItem
            key={membership.slug}
            href={`/${membership.slug}`}
            description={roleNames[membership.role]}
            icon={<Avatar name={membership.name} square />}
          >
            {membership.name}
            {membership.slug === current ? (
              <>
                <Check aria-hidden className="ml-1.5 inline size-3.5 text-link" />
                <span className="sr-only">, current</span>
              </>
            ) : null}
          </DropdownMenuItem>
        ))}
      </DropdownMenuGroup>
      <DropdownMenuSeparator />
      <DropdownMenuItem href="/organizations/new" icon={<Plus />}>
        Create organization
      </DropdownMenuItem>
    </>
  );
}
