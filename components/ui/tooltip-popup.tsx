"use client";
import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactNode, RefObject } from "react";
import { cn } from "@/components/ui/cn";
import { type PopupSide, popupPlace } from "@/components/ui/popup-place";

type TooltipPopupProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  side: PopupSide;
  onEnter: () => void;
  onLeave: () => void;
  onClose: () => void;
  className?: string | undefined;
  children: ReactNode;
};

/** The popup of an open tooltip. The pointer can move onto it. */
export function TooltipPopup({ id, anchor, side, onEnter, onLeave, onClose, className, children }: TooltipPopupProps) {
  return (
    <Tooltip.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} side={side} {...popupPlace}>
          <Tooltip.Popup
            id={id}
            role="tooltip"
            onPointerEnter={onEnter}
            onPointerLeave={onLeave}
            className={cn(
              "w-max max-w-72 rounded-md border border-border bg-raised px-2 py-1 text-left font-sans text-xs font-normal leading-5 text-foreground shadow-raised",
              className,
            )}
          >
            {children}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
