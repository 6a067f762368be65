"use client";
import { Menu } from "@base-ui/react/menu";
import type { ReactNode, RefObject } from "react";
import { cn } from "@/components/ui/cn";
import { MenuPartsContext } from "@/components/ui/menu-parts";

export type DropdownMenuPopupProps = {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
};

export default function DropdownMenuPopup({
  id,
  open,
  onOpenChange,
  anchor,
  label,
  side = "bottom",
  align = "end",
  className,
  children,
}: DropdownMenuPopupProps) {
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(next, details) => {
        // The trigger stands outside of this root and toggles by itself; closing here as well would open it again.
        const target = details.event.target;
        if (!next && target instanceof Node && anchor.current?.contains(target) && details.reason === "outside-press")
          return;
        onOpenChange(next);
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 outline-none"
        >
          <Menu.Popup
            id={id}
            aria-label={label}
            finalFocus={anchor}
            className={cn(
              "max-h-(--available-height) min-w-44 max-w-[calc(100vw-1rem)] origin-(--transform-origin) overflow-y-auto rounded-lg border border-border bg-raised p-1 text-sm text-foreground shadow-raised outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0",
              className,
            )}
          >
            <MenuPartsContext value={Menu}>{children}</MenuPartsContext>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
