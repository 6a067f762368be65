"use client";
import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useId, useRef, useState } from "react";
import type { OpenedBy } from "@/components/ui/dropdown-menu-popup";
import type { PopupAlign, PopupSide } from "@/components/ui/popup-place";
import { PopupTrigger, type TriggerElement } from "@/components/ui/popup-trigger";

const loadPopup = () => import("@/components/ui/dropdown-menu-popup");
const DropdownMenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.DropdownMenuPopup })));

type DropdownMenuProps = {
  trigger: TriggerElement;
  /** The accessible name of the menu. */
  label: string;
  side?: PopupSide;
  align?: PopupAlign;
  className?: string;
  /** Loads code that the items need, before the menu opens. */
  preload?: () => Promise<unknown>;
  children: ReactNode;
};

/** A button with a menu of actions (WAI-ARIA menu button). The menu's code is loaded on hover or focus. */
export function DropdownMenu({
  trigger,
  label,
  side = "bottom",
  align = "end",
  className,
  preload,
  children,
}: DropdownMenuProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  const open = openedBy !== null;

  function toggle(event: MouseEvent<HTMLElement>) {
    // Clicks without a pointer come from Enter or Space.
    setOpenedBy(open ? null : event.detail === 0 ? "first" : "pointer");
  }

  function onTriggerKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpenedBy(event.key === "ArrowDown" ? "first" : "last");
  }

  return (
    <>
      <PopupTrigger
        element={trigger}
        anchor={anchor}
        kind="menu"
        open={open}
        popupId={id}
        onToggle={toggle}
        onKeyDown={onTriggerKey}
        onNear={() => {
          void loadPopup();
          void preload?.();
        }}
      />
      {openedBy ? (
        <Suspense fallback={null}>
          <DropdownMenuPopup
            id={id}
            label={label}
            anchor={anchor}
            openedBy={openedBy}
            onClose={() => setOpenedBy(null)}
            side={side}
            align={align}
            className={className}
          >
            {children}
          </DropdownMenuPopup>
        </Suspense>
      ) : null}
    </>
  );
}
