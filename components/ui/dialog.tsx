"use client";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { ModalProps } from "@/components/ui/modal-popup";

const loadModal = () => import("@/components/ui/modal-popup");
const ModalPopup = lazy(loadModal);

/** Loads the dialog code before it is first opened. Call it from the opener's `onPointerEnter` and `onFocus`. */
export function preloadDialog() {
  void loadModal();
}

/** Returns whether `open` has ever been true, so that the dialog stays rendered for its closing animation. */
export function useEverOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}

/**
 * A modal dialog, controlled by `open`. Focus returns to the previous element when it closes. Its children are
 * DialogBody and DialogFooter, or a form with both.
 */
export function Dialog(props: ModalProps) {
  if (!useEverOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <ModalPopup kind="dialog" {...props} />
    </Suspense>
  );
}

export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("min-h-0 flex-1 overflow-y-auto px-5 py-3 text-sm", className)} {...props} />;
}

export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn("flex flex-col-reverse gap-2 px-5 pt-2 pb-4 sm:flex-row sm:items-center sm:justify-end", className)}
      {...props}
    />
  );
}
