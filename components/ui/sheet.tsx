"use client";
import { lazy, Suspense } from "react";
import { useEverOpened } from "@/components/ui/dialog";
import type { ModalProps } from "@/components/ui/modal-popup";

const ModalPopup = lazy(() => import("@/components/ui/modal-popup"));

type SheetProps = ModalProps & { side?: "left" | "right"; modal?: boolean };

/**
 * A panel at the edge of the window. With `modal={false}`, the page stays usable, and only the close button and Escape
 * close the panel.
 */
export function Sheet({ side = "right", modal = true, dismissible = modal, ...props }: SheetProps) {
  if (!useEverOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <ModalPopup kind={`sheet-${side}`} modal={modal} dismissible={dismissible} {...props} />
    </Suspense>
  );
}
