import type { RefObject } from "react";

export type PopupSide = "top" | "bottom" | "left" | "right";
export type PopupAlign = "start" | "center" | "end";

/** Positioning options of all popups: distance from the button, distance from the window's edges, and above dialogs. */
export const popupPlace = { sideOffset: 6, collisionPadding: 8, className: "z-60 outline-none" } as const;

/**
 * Returns whether the event that would close a popup is a press on its button or focus moving to it. Clicking the
 * button closes the popup itself.
 */
export function keepsOpen({ reason, event }: { reason: string; event: Event }, anchor: RefObject<HTMLElement | null>) {
  const target = reason === "focus-out" ? (event as FocusEvent).relatedTarget : event.target;
  const isOutside = reason === "outside-press" || reason === "focus-out";
  return isOutside && target instanceof Node && anchor.current?.contains(target) === true;
}
