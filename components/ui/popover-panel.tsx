"use client";
import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";
import { cn } from "@/components/ui/cn";
import { keepsOpen, type PopupAlign, type PopupSide, popupPlace } from "@/components/ui/popup-place";

type PopoverPanelProps = {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  side: PopupSide;
  align: PopupAlign;
  className?: string | undefined;
  children: ReactNode;
};

/** The open panel of a popover. Focus moves into the panel, and the panel closes when focus leaves. */
export function PopoverPanel({ id, label, anchor, onClose, side, align, className, children }: PopoverPanelProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(open, change) => {
        if (open) return;
        if (keepsOpen(change, anchor)) return change.cancel();
        if (change.reason === "escape-key") anchor.current?.focus();
        onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side={side} align={align} {...popupPlace}>
          <Popover.Popup
            id={id}
            aria-label={label}
            finalFocus={anchor}
            onKeyDown={(event) => event.stopPropagation()}
            onClick={(event) => event.stopPropagation()}
            className={cn(
              "max-h-(--available-height) w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-border bg-raised p-3 text-left text-sm text-foreground shadow-raised outline-none transition-opacity duration-100 data-starting-style:opacity-0",
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
