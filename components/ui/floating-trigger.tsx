"use client";
import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
} from "react";

export type TriggerElement = ReactElement<{
  ref?: unknown;
  id?: string | undefined;
  "aria-haspopup"?: "menu" | "dialog" | undefined;
  "aria-expanded"?: boolean | undefined;
  "aria-controls"?: string | undefined;
  "data-active"?: true | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
}>;

type FloatingTriggerProps = {
  element: TriggerElement;
  anchor: RefObject<HTMLElement | null>;
  kind: "menu" | "dialog";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  popupId: string;
  preload: () => void;
};

/** The button of a popover or menu, usable before the popup's own code has arrived. */
export function FloatingTrigger({ element, anchor, kind, open, onOpenChange, popupId, preload }: FloatingTriggerProps) {
  const own = element.props;
  return cloneElement(element, {
    ref: anchor,
    "aria-haspopup": kind,
    "aria-expanded": open,
    "aria-controls": open ? popupId : undefined,
    "data-active": open || undefined,
    onClick: (event) => {
      own.onClick?.(event);
      if (!event.defaultPrevented) onOpenChange(!open);
    },
    onKeyDown: (event) => {
      own.onKeyDown?.(event);
      if (kind === "menu" && !open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        onOpenChange(true);
      }
    },
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      preload();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      preload();
    },
  });
}
