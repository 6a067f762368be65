"use client";
import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { type FloatingAlign, type FloatingSide, useFloating } from "@/components/ui/floating";
import { FloatingTrigger, type TriggerElement } from "@/components/ui/floating-trigger";

type PopoverProps = {
  trigger: TriggerElement;
  /** Names the panel for assistive technology. */
  label: string;
  side?: FloatingSide;
  align?: FloatingAlign;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
};

const focusables = "a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled)";

/** A small non-modal panel beside its button: the focus goes in on opening, and it closes when the focus leaves. */
export function Popover({
  trigger,
  label,
  side = "bottom",
  align = "start",
  open: controlled,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(false);
  const open = controlled ?? own;

  function change(next: boolean) {
    setOwn(next);
    onOpenChange?.(next);
  }
  function close(restoreFocus: boolean) {
    if (restoreFocus) anchor.current?.focus();
    change(false);
  }
  useFloating({ open, onClose: close, anchor, popup, side, align });
  useEffect(() => {
    if (!open) return;
    (popup.current?.querySelector<HTMLElement>(focusables) ?? popup.current)?.focus();
  }, [open]);

  function onBlur(event: FocusEvent) {
    const next = event.relatedTarget;
    if (next instanceof Node && !popup.current?.contains(next) && !anchor.current?.contains(next)) close(false);
  }

  return (
    <>
      <FloatingTrigger
        element={trigger}
        anchor={anchor}
        kind="dialog"
        open={open}
        popupId={id}
        onToggle={() => change(!open)}
      />
      {open ? (
        <div
          ref={popup}
          id={id}
          role="dialog"
          aria-label={label}
          popover="manual"
          tabIndex={-1}
          onBlur={onBlur}
          className={cn(
            "fixed inset-auto m-0 w-72 max-w-[calc(100vw-1rem)] overflow-y-auto whitespace-normal rounded-lg border border-border bg-raised p-3 text-left text-sm font-normal text-foreground shadow-raised outline-none transition-opacity duration-100 starting:opacity-0",
            className,
          )}
        >
          {children}
        </div>
      ) : null}
    </>
  );
}
