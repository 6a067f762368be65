"use client";
import { Ellipsis, LogOut, UserCog, UserMinus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import type { Member } from "@/lib/members/schema";

export type MemberAction = "role" | "remove" | "leave";
type MemberMenuProps = { member: Member; isSelf: boolean; onAction: (action: MemberAction) => void };

export function MemberMenu({ member, isSelf, onAction }: MemberMenuProps) {
  return (
    <DropdownMenu
      label={`Actions for ${member.name}`}
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${member.name}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
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
    </DropdownMenu>
  );
}
