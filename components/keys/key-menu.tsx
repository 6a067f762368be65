"use client";
import { Ban, CircleSlash, Pencil, Power, RefreshCw } from "lucide-react";
import { ActionsMenu, CopyIdItem } from "@/components/ui/actions-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import type { ApiKey } from "@/lib/keys/schema";
import { canBeUsed, isRotatable } from "./key-health";

export type KeyAction = "rotate" | "edit" | "disable" | "enable" | "revoke";
type KeyMenuProps = { subject: ApiKey; onAction: (action: KeyAction) => void };

export function KeyMenu({ subject, onAction }: KeyMenuProps) {
  const { state } = subject;
  return (
    <ActionsMenu name={subject.name}>
      {isRotatable(subject) ? (
        <DropdownMenuItem icon={<RefreshCw />} onSelect={() => onAction("rotate")}>
          Rotate…
        </DropdownMenuItem>
      ) : null}
      {canBeUsed(subject) ? (
        <DropdownMenuItem icon={<Pencil />} onSelect={() => onAction("edit")}>
          Edit…
        </DropdownMenuItem>
      ) : null}
      <CopyIdItem id={subject.id}>Copy key ID</CopyIdItem>
      {state === "revoked" ? null : <DropdownMenuSeparator />}
      {state === "disabled" ? (
        <DropdownMenuItem icon={<Power />} onSelect={() => onAction("enable")}>
          Enable
        </DropdownMenuItem>
      ) : null}
      {canBeUsed(subject) && state !== "disabled" ? (
        <DropdownMenuItem icon={<CircleSlash />} onSelect={() => onAction("disable")}>
          Disable…
        </DropdownMenuItem>
      ) : null}
      {state === "revoked" ? null : (
        <DropdownMenuItem destructive icon={<Ban />} onSelect={() => onAction("revoke")}>
          Revoke…
        </DropdownMenuItem>
      )}
    </ActionsMenu>
  );
}
