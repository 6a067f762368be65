"use client";
import { Ban, CircleSlash, Copy, Ellipsis, Pencil, Power, RefreshCw } from "lucide-react";
import { isAlive, isRotatable } from "@/components/settings/key-health";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import { toast } from "@/components/ui/toast";
import type { ApiKey } from "@/lib/keys/schema";

export type KeyAction = "rotate" | "edit" | "disable" | "enable" | "revoke";
type KeyMenuProps = { subject: ApiKey; onAction: (action: KeyAction) => void };

export function KeyMenu({ subject, onAction }: KeyMenuProps) {
  const { state } = subject;
  return (
    <DropdownMenu
      label={`Actions for ${subject.name}`}
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${subject.name}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {isRotatable(subject) ? (
        <DropdownMenuItem icon={<RefreshCw />} onSelect={() => onAction("rotate")}>
          Rotate…
        </DropdownMenuItem>
      ) : null}
      {isAlive(subject) ? (
        <DropdownMenuItem icon={<Pencil />} onSelect={() => onAction("edit")}>
          Edit…
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem icon={<Copy />} onSelect={() => void copyId(subject.id)}>
        Copy key id
      </DropdownMenuItem>
      {state === "revoked" ? null : <DropdownMenuSeparator />}
      {state === "disabled" ? (
        <DropdownMenuItem icon={<Power />} onSelect={() => onAction("enable")}>
          Enable
        </DropdownMenuItem>
      ) : null}
      {isAlive(subject) && state !== "disabled" ? (
        <DropdownMenuItem icon={<CircleSlash />} onSelect={() => onAction("disable")}>
          Disable…
        </DropdownMenuItem>
      ) : null}
      {state === "revoked" ? null : (
        <DropdownMenuItem destructive icon={<Ban />} onSelect={() => onAction("revoke")}>
          Revoke…
        </DropdownMenuItem>
      )}
    </DropdownMenu>
  );
}

async function copyId(id: string) {
  if (await copyText(id)) toast.success("Copied", { description: id });
  else toast.error("Not copied", { description: id });
}
