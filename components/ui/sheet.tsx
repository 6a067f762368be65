"use client";
import { lazy, Suspense } from "react";
import { useEverOpened } from "@/components/ui/dialog";
import type { ModalProps } from "@/components/ui/modal-popup";

const ModalPopup = lazy(() => import("@/components/ui/modal-popup"));

type SheetProps = ModalProps & { side?: "left" | "right"; modal?: boolean };

/** A panel at the window's edge. With `modal={false}` the page beside it stays in use and it closes only by its button or Escape. */
export function Sheet({ side = "right", modal = true, dismissible = modal, ...props }: SheetProps) {
  if (!useEverOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <ModalPopup kind={`sheet-${side}`} modal={modal} dismissible={dismissible} {...props} />
    </Suspense>
  );
}
