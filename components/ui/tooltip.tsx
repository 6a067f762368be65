"use client";
import {
  cloneElement,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { PopupSide } from "@/components/ui/popup-place";

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
  side?: PopupSide;
  className?: string;
  /** The focusable element that the tooltip describes. Its own handlers are kept. */
  children: ReactElement<TriggerProps>;
};

const loadPopup = () => import("@/components/ui/tooltip-popup");
const TooltipPopup = lazy(() => loadPopup().then((module) => ({ default: module.TooltipPopup })));

const OPEN_AFTER_MS = 350;
const CLOSE_AFTER_MS = 120;

/**
 * Describes a control on hover and focus. Escape closes the tooltip, and the pointer can move onto it (WCAG 2.2,
 * 1.4.13).
 */
export function Tooltip({ content, side = "top", className, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

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
      void loadPopup();
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
        <Suspense fallback={null}>
          <TooltipPopup
            id={id}
            anchor={anchor}
            side={side}
            onEnter={() => clearTimeout(timer.current)}
            onLeave={() => schedule(false, CLOSE_AFTER_MS)}
            onClose={() => setOpen(false)}
            className={className}
          >
            {content}
          </TooltipPopup>
        </Suspense>
      ) : null}
    </>
  );
}
