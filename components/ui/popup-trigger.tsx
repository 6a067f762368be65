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

/** A single button element that opens a popup. Its own handlers are kept. */
export type TriggerElement = ReactElement<{
  ref?: unknown;
  "aria-haspopup"?: "menu" | "dialog" | undefined;
  "aria-expanded"?: boolean | undefined;
  "aria-controls"?: string | undefined;
  "data-active"?: true | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
}>;

type PopupTriggerProps = {
  element: TriggerElement;
  anchor: RefObject<HTMLElement | null>;
  kind: "menu" | "dialog";
  open: boolean;
  popupId: string;
  onToggle: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Called when the button is hovered or focused. */
  onNear: () => void;
};

export function PopupTrigger({ element, anchor, kind, open, popupId, onToggle, onKeyDown, onNear }: PopupTriggerProps) {
  const own = element.props;
  return cloneElement(element, {
    ref: anchor,
    "aria-haspopup": kind,
    "aria-expanded": open,
    "aria-controls": open ? popupId : undefined,
    "data-active": open || undefined,
    onClick: (event) => {
      own.onClick?.(event);
      if (!event.defaultPrevented) onToggle(event);
    },
    onKeyDown: (event) => {
      own.onKeyDown?.(event);
      onKeyDown?.(event);
    },
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      onNear();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      onNear();
    },
  });
}
