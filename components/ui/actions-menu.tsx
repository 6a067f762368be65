"use client";
import { Copy, Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu-items";
import { toast } from "@/components/ui/toast";

/** A menu with the actions of one row. `name` describes the row in the menu's label. */
export function ActionsMenu({ name, children }: { name: string; children: ReactNode }) {
  const label = `Actions for ${name}`;
  return (
    <DropdownMenu
      label={label}
      trigger={
        <Button variant="ghost" size="icon" aria-label={label}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {children}
    </DropdownMenu>
  );
}

export function CopyIdItem({ id, children }: { id: string; children: ReactNode }) {
  return (
    <DropdownMenuItem icon={<Copy />} onSelect={() => void copyId(id)}>
      {children}
    </DropdownMenuItem>
  );
}

async function copyId(id: string) {
  if (await copyText(id)) toast.success("Copied", { description: id });
  else toast.error("Not copied", { description: id });
}
