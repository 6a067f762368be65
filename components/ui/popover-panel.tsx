"use client";
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { type FloatingAlign, type FloatingSide, useFloating } from "@/components/ui/floating";

type PopoverPanelProps = {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  side: FloatingSide;
  align: FloatingAlign;
  className?: string | undefined;
  children: ReactNode;
};

const focusables = "a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled)";

/** The open panel: the focus goes in, and it closes when the focus leaves. */
export function PopoverPanel({ id, label, anchor, onClose, side, align, className, children }: PopoverPanelProps) {
  const popup = useRef<HTMLDivElement>(null);

  function close(restoreFocus: boolean) {
    if (restoreFocus) anchor.current?.focus();
    onClose();
  }
  useFloating({ open: true, onClose: close, anchor, popup, side, align });
  useEffect(() => {
    (popup.current?.querySelector<HTMLElement>(focusables) ?? popup.current)?.focus();
  }, []);

  function onBlur(event: FocusEvent) {
    const next = event.relatedTarget;
    if (next instanceof Node && !popup.current?.contains(next) && !anchor.current?.contains(next)) close(false);
  }

  return (
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
  );
}
