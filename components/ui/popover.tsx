"use client";
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { useEverOpened } from "@/components/ui/dialog";
import { FloatingTrigger, type TriggerElement } from "@/components/ui/floating-trigger";
import type { PopoverPopupProps } from "@/components/ui/popover-popup";

const loadPopup = () => import("@/components/ui/popover-popup");
const PopoverPopup = lazy(loadPopup);

type PopoverProps = Pick<PopoverPopupProps, "label" | "side" | "align" | "className"> & {
  trigger: TriggerElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

/** A small non-modal panel beside its button. `label` names it for assistive technology. */
export function Popover({ trigger, open: controlled, onOpenChange, children, ...popup }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [own, setOwn] = useState(false);
  const open = controlled ?? own;
  const mounted = useEverOpened(open);
  function change(next: boolean) {
    setOwn(next);
    onOpenChange?.(next);
  }
  return (
    <>
      <FloatingTrigger
        element={trigger}
        anchor={anchor}
        kind="dialog"
        open={open}
        onOpenChange={change}
        popupId={id}
        preload={loadPopup}
      />
      {mounted ? (
        <Suspense fallback={null}>
          <PopoverPopup id={id} open={open} onOpenChange={change} anchor={anchor} {...popup}>
            {children}
          </PopoverPopup>
        </Suspense>
      ) : null}
    </>
  );
}
