import type { RefObject } from "react";

export type PopupSide = "top" | "bottom" | "left" | "right";
export type PopupAlign = "start" | "center" | "end";

/** Where every popup is: off its button, off the window's edges, above dialogs. */
export const popupPlace = { sideOffset: 6, collisionPadding: 8, className: "z-60 outline-none" } as const;

/** Whether what would close a popup is a press on its own button, or the focus that goes there: its click closes it. */
export function keepsOpen({ reason, event }: { reason: string; event: Event }, anchor: RefObject<HTMLElement | null>) {
  const target = reason === "focus-out" ? (event as FocusEvent).relatedTarget : event.target;
  const isOutside = reason === "outside-press" || reason === "focus-out";
  return isOutside && target instanceof Node && anchor.current?.contains(target) === true;
}
