"use client";
import { CircleSlash, Copy, Ellipsis, Pencil, Power, RefreshCw, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu-items";
import { toast } from "@/components/ui/toast";
import type { OAuthApp } from "@/lib/oauth/schema";

export type AppAction = "edit" | "rotate" | "disable" | "enable" | "delete";
type AppMenuProps = { subject: OAuthApp; onAction: (action: AppAction) => void };

export function AppMenu({ subject, onAction }: AppMenuProps) {
  return (
    <DropdownMenu
      label={`Actions for ${subject.name}`}
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${subject.name}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <DropdownMenuItem icon={<Pencil />} onSelect={() => onAction("edit")}>
        Edit…
      </DropdownMenuItem>
      <DropdownMenuItem icon={<RefreshCw />} onSelect={() => onAction("rotate")}>
        Rotate secret…
      </DropdownMenuItem>
      <DropdownMenuItem icon={<Copy />} onSelect={() => void copyId(subject.id)}>
        Copy app id
      </DropdownMenuItem>
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
    </DropdownMenu>
  );
}

async function copyId(id: string) {
  if (await copyText(id)) toast.success("Copied", { description: id });
  else toast.error("Not copied", { description: id });
}
