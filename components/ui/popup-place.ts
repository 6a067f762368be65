import type { RefObject } from "react";

export type PopupSide = "top" | "bottom" | "left" | "right";
export type PopupAlign = "start" | "center" | "end";

/**
 * The position of all popups: their distance from the button and from the window's edges. The class puts them
 * above dialogs.
 */
export const popupPlace = { sideOffset: 6, collisionPadding: 8, className: "z-60 outline-none" } as const;

/**
 * Returns whether a popup stays open on an event that would otherwise close it: a press on its button, or focus
 * moving to the button. The button's click handler closes the popup itself.
 */
export function keepsOpen({ reason, event }: { reason: string; event: Event }, anchor: RefObject<HTMLElement | null>) {
  const target = reason === "focus-out" ? (event as FocusEvent).relatedTarget : event.target;
  const isOutside = reason === "outside-press" || reason === "focus-out";
  return isOutside && target instanceof Node && anchor.current?.contains(target) === true;
}
