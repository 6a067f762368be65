"use client";
import { LogOut, UserCog, UserMinus } from "lucide-react";
import { ActionsMenu } from "@/components/ui/actions-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import type { Member } from "@/lib/members/schema";

export type MemberAction = "role" | "remove" | "leave";
type MemberMenuProps = { member: Member; isSelf: boolean; onAction: (action: MemberAction) => void };

export function MemberMenu({ member, isSelf, onAction }: MemberMenuProps) {
  return (
    <ActionsMenu name={member.name}>
      <DropdownMenuItem icon={<UserCog />} onSelect={() => onAction("role")}>
        Change role…
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      {isSelf ? (
        <DropdownMenuItem destructive icon={<LogOut />} onSelect={() => onAction("leave")}>
          Leave…
        </DropdownMenuItem>
      ) : (
        <DropdownMenuItem destructive icon={<UserMinus />} onSelect={() => onAction("remove")}>
          Remove…
        </DropdownMenuItem>
      )}
    </ActionsMenu>
  );
}
