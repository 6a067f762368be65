"use client";
import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";
import { cn } from "@/components/ui/cn";

export type PopoverPopupProps = {
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

export default function PopoverPopup({
  id,
  open,
  onOpenChange,
  anchor,
  label,
  side = "bottom",
  align = "start",
  className,
  children,
}: PopoverPopupProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, details) => {
        // The trigger stands outside of this root and toggles by itself; closing here as well would open it again.
        const target = details.event.target;
        if (!next && target instanceof Node && anchor.current?.contains(target) && details.reason === "outside-press")
          return;
        onOpenChange(next);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-60"
        >
          <Popover.Popup
            id={id}
            aria-label={label}
            finalFocus={anchor}
            className={cn(
              "max-h-(--available-height) w-72 max-w-[calc(100vw-1rem)] origin-(--transform-origin) overflow-y-auto rounded-lg border border-border bg-raised p-3 text-sm text-foreground shadow-raised outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0",
              className,
            )}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
