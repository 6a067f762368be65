"use client";
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import type { PopupAlign, PopupSide } from "@/components/ui/popup-place";
import { PopupTrigger, type TriggerElement } from "@/components/ui/popup-trigger";

const loadPanel = () => import("@/components/ui/popover-panel");
const PopoverPanel = lazy(() => loadPanel().then((module) => ({ default: module.PopoverPanel })));

type PopoverProps = {
  trigger: TriggerElement;
  /** The accessible name of the panel. */
  label: string;
  side?: PopupSide;
  align?: PopupAlign;
  className?: string;
  children: ReactNode;
};

/** A button that opens a small non-modal panel next to it. The panel's code is loaded on hover or focus. */
export function Popover({ trigger, label, side = "bottom", align = "start", className, children }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <PopupTrigger
        element={trigger}
        anchor={anchor}
        kind="dialog"
        open={open}
        popupId={id}
        onToggle={() => setOpen(!open)}
        onNear={() => void loadPanel()}
      />
      {open ? (
        <Suspense fallback={null}>
          <PopoverPanel
            id={id}
            label={label}
            anchor={anchor}
            onClose={() => setOpen(false)}
            side={side}
            align={align}
            className={className}
          >
            {children}
          </PopoverPanel>
        </Suspense>
      ) : null}
    </>
  );
}
