"use client";
import { type RefObject, useEffect, useRef } from "react";
import { useBrowserLayoutEffect } from "@/components/ui/use-browser-layout-effect";

export type FloatingSide = "top" | "bottom" | "left" | "right";
export type FloatingAlign = "start" | "center" | "end";

type FloatingOptions = {
  open: boolean;
  /** Called for Escape, a press outside, and focus that left; `restoreFocus` is false where the reader went elsewhere. */
  onClose: (restoreFocus: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  popup: RefObject<HTMLElement | null>;
  side: FloatingSide;
  align: FloatingAlign;
  /** Escape goes on to what lies below, a dialog for instance; for popups that only inform. */
  passive?: boolean;
};

const GAP_PX = 6;
const EDGE_PX = 8;

/**
 * Puts a `popover="manual"` element beside its anchor while open, in the top layer: above dialogs, never clipped by a
 * scrolling parent, and still where it stands in the document, so landmarks, focus order and events stay natural.
 */
export function useFloating({ open, onClose, anchor, popup, side, align, passive = false }: FloatingOptions) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useBrowserLayoutEffect(() => {
    const element = popup.current;
    const beside = anchor.current;
    if (!open || !element || !beside) return;
    element.showPopover();
    const update = () => place(element, beside, side, align);
    update();

    function onPress(event: PointerEvent) {
      if (event.target instanceof Node && !element?.contains(event.target) && !beside?.contains(event.target)) {
        close.current(false);
      }
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      if (!passive) {
        event.preventDefault();
        event.stopPropagation();
      }
      close.current(true);
    }
    window.addEventListener("resize", update);
    window.addEventListener("scroll", update, true);
    document.addEventListener("pointerdown", onPress, true);
    document.addEventListener("keydown", onKey, true);
    return () => {
      window.removeEventListener("resize", update);
      window.removeEventListener("scroll", update, true);
      document.removeEventListener("pointerdown", onPress, true);
      document.removeEventListener("keydown", onKey, true);
    };
  }, [open, anchor, popup, side, align, passive]);
}

function place(popup: HTMLElement, anchor: HTMLElement, side: FloatingSide, align: FloatingAlign) {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, scrollHeight, offsetHeight } = popup;
  const height = Math.max(offsetHeight, Math.min(scrollHeight, window.innerHeight - 2 * EDGE_PX));
  const room = {
    top: at.top - GAP_PX - EDGE_PX,
    bottom: window.innerHeight - at.bottom - GAP_PX - EDGE_PX,
    left: at.left - GAP_PX - EDGE_PX,
    right: window.innerWidth - at.right - GAP_PX - EDGE_PX,
  };
  const opposite = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;
  const vertical = side === "top" || side === "bottom";
  const needed = vertical ? height : width;
  const chosen = room[side] >= needed || room[side] >= room[opposite[side]] ? side : opposite[side];

  let top = alignOn(at.top, at.height, height, align);
  let left = alignOn(at.left, at.width, width, align);
  if (chosen === "top") top = Math.max(EDGE_PX, at.top - GAP_PX - Math.min(height, room.top));
  if (chosen === "bottom") top = at.bottom + GAP_PX;
  if (chosen === "left") left = at.left - GAP_PX - width;
  if (chosen === "right") left = at.right + GAP_PX;
  if (!vertical) top = between(EDGE_PX, top, window.innerHeight - height - EDGE_PX);
  left = between(EDGE_PX, left, window.innerWidth - width - EDGE_PX);

  popup.style.top = `${Math.round(top)}px`;
  popup.style.left = `${Math.round(left)}px`;
  popup.style.maxHeight = `${Math.max(80, vertical ? room[chosen] : window.innerHeight - 2 * EDGE_PX)}px`;
}

function alignOn(start: number, length: number, size: number, align: FloatingAlign): number {
  if (align === "start") return start;
  if (align === "end") return start + length - size;
  return start + length / 2 - size / 2;
}

function between(minimum: number, value: number, maximum: number): number {
  return Math.max(minimum, Math.min(value, maximum));
}
