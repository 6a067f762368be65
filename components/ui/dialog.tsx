"use client";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { ModalProps } from "@/components/ui/modal-popup";

const loadModal = () => import("@/components/ui/modal-popup");
const ModalPopup = lazy(loadModal);

/** Fetches the dialog code ahead of the first opening; put it on the opener's `onPointerEnter` and `onFocus`. */
export function preloadDialog() {
  void loadModal();
}

/** True from the first time that `open` was true, so that closing can play its animation. */
export function useEverOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}

/** Modal dialog, controlled by `open`. The focus returns to where it was. Children: DialogBody, DialogFooter or a form of them. */
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
