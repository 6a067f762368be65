"use client";
import { CircleSlash, Pencil, Power, RefreshCw, Trash2 } from "lucide-react";
import { ActionsMenu, CopyIdItem } from "@/components/ui/actions-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import type { OAuthApp } from "@/lib/oauth/schema";

export type AppAction = "edit" | "rotate" | "disable" | "enable" | "delete";
type AppMenuProps = { subject: OAuthApp; onAction: (action: AppAction) => void };

export function AppMenu({ subject, onAction }: AppMenuProps) {
  return (
    <ActionsMenu name={subject.name}>
      <DropdownMenuItem icon={<Pencil />} onSelect={() => onAction("edit")}>
        Edit…
      </DropdownMenuItem>
      <DropdownMenuItem icon={<RefreshCw />} onSelect={() => onAction("rotate")}>
        Rotate secret…
      </DropdownMenuItem>
      <CopyIdItem id={subject.id}>Copy app ID</CopyIdItem>
      <DropdownMenuSeparator />
      {subject.state === "active" ? (
        <DropdownMenuItem icon={<CircleSlash />} onSelect={() => onAction("disable")}>
          Disable…
        </DropdownMenuItem>
      ) : (
        <DropdownMenuItem icon={<Power />} onSelect={() => onAction("enable")}>
          Enable
        </DropdownMenuItem>
      )}
      <DropdownMenuItem destructive icon={<Trash2 />} onSelect={() => onAction("delete")}>
        Delete…
      </DropdownMenuItem>
    </ActionsMenu>
  );
}
