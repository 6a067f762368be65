"use client";
import { Menu } from "@base-ui/react/menu";
import { type FocusEvent, type ReactNode, type RefObject, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { DropdownMenuContext } from "@/components/ui/dropdown-menu-context";
import { keepsOpen, type PopupAlign, type PopupSide, popupPlace } from "@/components/ui/popup-place";

/** How the menu was opened: with the pointer, or with a key that focuses the first or last item. */
export type OpenedBy = "pointer" | "first" | "last";

type DropdownMenuPopupProps = {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  openedBy: OpenedBy;
  onClose: () => void;
  side: PopupSide;
  align: PopupAlign;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * The popup of an open menu. Arrow keys, Home, End and typing move focus. Escape closes the menu and returns focus
 * to the button.
 */
export function DropdownMenuPopup({
  id,
  label,
  anchor,
  openedBy,
  onClose,
  side,
  align,
  className,
  children,
}: DropdownMenuPopupProps) {
  const isPlaced = useRef(openedBy === "pointer");
  /**
   * Moves focus from the menu to its first or last item. Base UI focuses the menu, because it doesn't know that a
   * key opened it.
   */
  function place(event: FocusEvent<HTMLElement>) {
    if (isPlaced.current || event.target !== event.currentTarget) return;
    isPlaced.current = true;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]:not([data-disabled])")];
    items.at(openedBy === "first" ? 0 : -1)?.focus();
  }
  function close() {
    anchor.current?.focus();
    onClose();
  }
  return (
    <DropdownMenuContext value={{ close, parts: Menu }}>
      <Menu.Root
        open
        modal={false}
        onOpenChange={(open, change) => {
          if (open) return;
          if (keepsOpen(change, anchor)) return change.cancel();
          if (change.reason === "outside-press") onClose();
          else close();
        }}
      >
        <Menu.Portal>
          <Menu.Positioner anchor={anchor} side={side} align={align} {...popupPlace}>
            <Menu.Popup
              id={id}
              aria-label={label}
              finalFocus={anchor}
              onFocus={place}
              // Keep events of the menu from reaching the row or page around it.
              onKeyDown={(event) => {
                event.stopPropagation();
                if (event.key === "Tab") close();
              }}
              onClick={(event) => event.stopPropagation()}
              className={cn(
                "max-h-(--available-height) min-w-44 max-w-[calc(100vw-1rem)] cursor-default overflow-y-auto rounded-lg border border-border bg-raised p-1 text-left text-sm text-foreground shadow-raised outline-none transition-opacity duration-100 data-starting-style:opacity-0",
                className,
              )}
            >
              {children}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </DropdownMenuContext>
  );
}
