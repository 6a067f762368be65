"use client";
import { lazy } from "react";
import { Avatar } from "@/components/ui/avatar";
import { DropdownMenu } from "@/components/ui/dropdown-menu";

const loadItems = () => import("@/components/shell/user-menu-items");
const UserMenuItems = lazy(() => loadItems().then((module) => ({ default: module.UserMenuItems })));

type UserMenuProps = {
  user: { name: string; email: string };
  compact?: boolean;
  onShowShortcuts: () => void;
  onSignOut?: (() => void | Promise<void>) | undefined;
};

export function UserMenu({ user, compact = false, onShowShortcuts, onSignOut }: UserMenuProps) {
  return (
    <DropdownMenu
      label="Your account"
      preload={loadItems}
      side={compact ? "bottom" : "top"}
      align={compact ? "end" : "start"}
      className="w-56"
      trigger={
        compact ? (
          <button
            type="button"
            aria-label={`Account of ${user.name}`}
            className="grid size-10 place-items-center rounded-full"
          >
            <Avatar name={user.name} size="lg" />
          </button>
        ) : (
          <button
            type="button"
            className="flex h-9 w-full min-w-0 items-center gap-2.5 rounded-md px-2 text-left text-sm font-medium transition-colors hover:bg-muted data-active:bg-muted pointer-coarse:h-11"
          >
            <Avatar name={user.name} />
            <span className="min-w-0 flex-1 truncate">{user.name}</span>
          </button>
        )
      }
    >
      <UserMenuItems user={user} onShowShortcuts={onShowShortcuts} onSignOut={onSignOut} />
    </DropdownMenu>
  );
}
