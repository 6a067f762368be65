"use client";
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cn } from "@/components/ui/cn";
import { type FloatingSide, useFloating } from "@/components/ui/floating";

type TriggerProps = {
  "aria-describedby"?: string | undefined;
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
};

type TooltipProps = {
  content: ReactNode;
  side?: FloatingSide;
  className?: string;
  /** One focusable element; its own handlers are kept. */
  children: ReactElement<TriggerProps>;
};

const OPEN_AFTER_MS = 350;
const CLOSE_AFTER_MS = 120;

/** Words about a control, on hover and focus; Escape closes it and the pointer may rest on it (WCAG 2.2, 1.4.13). */
export function Tooltip({ content, side = "top", className, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement | null>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  useFloating({ open, onClose: () => setOpen(false), anchor, popup: bubble, side, align: "center", passive: true });

  if (!content) return children;

  function schedule(next: boolean, afterMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), afterMs);
  }

  const own = children.props;
  const trigger = cloneElement(children, {
    "aria-describedby": open ? [own["aria-describedby"], id].filter(Boolean).join(" ") : own["aria-describedby"],
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      anchor.current = event.currentTarget;
      if (event.pointerType !== "touch") schedule(true, OPEN_AFTER_MS);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      schedule(false, CLOSE_AFTER_MS);
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      clearTimeout(timer.current);
      setOpen(false);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      anchor.current = event.currentTarget;
      if (event.currentTarget.matches(":focus-visible")) setOpen(true);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      clearTimeout(timer.current);
      setOpen(false);
    },
  });

  return (
    <>
      {trigger}
      {open ? (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={() => schedule(false, CLOSE_AFTER_MS)}
          className={cn(
            "fixed inset-auto m-0 w-max max-w-72 whitespace-normal rounded-md border border-border bg-raised px-2 py-1 text-left font-sans text-xs font-normal leading-5 text-foreground shadow-raised",
            className,
          )}
        >
          {content}
        </span>
      ) : null}
    </>
  );
}
