"use client";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";

export type ModalProps = {
  open: boolean;
  /** Called for Escape, a press outside and the close button. Keep `open` true to prevent closing. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  /** If false, pressing outside doesn't close the dialog. */
  dismissible?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: RefObject<HTMLElement | null>;
  className?: string;
  children?: ReactNode;
};

type ModalPopupProps = ModalProps & { kind: "dialog" | "alert" | "sheet-right" | "sheet-left"; modal?: boolean };

const widths = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-2xl", xl: "max-w-4xl" };

const shapes = {
  center:
    "relative m-auto max-h-[calc(100dvh-2rem)] rounded-xl border border-border transition-[opacity,scale] duration-150 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0",
  "sheet-right":
    "ml-auto h-full border-l border-border transition-transform duration-200 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full",
  "sheet-left":
    "mr-auto h-full border-r border-border transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
};

/** The large part of the code of Dialog, AlertDialog and Sheet. They load it when they first open. */
export default function ModalPopup({
  kind,
  open,
  onOpenChange,
  title,
  description,
  size = "md",
  dismissible = true,
  modal = true,
  initialFocus,
  finalFocus,
  className,
  children,
}: ModalPopupProps) {
  const sheet = kind === "sheet-right" || kind === "sheet-left";
  const content = (
    <Dialog.Portal>
      {modal ? (
        <Dialog.Backdrop
          data-backdrop=""
          className="fixed inset-0 z-40 bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
      ) : null}
      <Dialog.Viewport
        className={cn(
          "fixed inset-0 z-50 flex overflow-hidden",
          sheet ? "" : "p-4 pb-[max(1rem,env(safe-area-inset-bottom))]",
          modal ? "" : "pointer-events-none",
        )}
      >
        <Dialog.Popup
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          className={cn(
            "pointer-events-auto flex w-full flex-col bg-raised text-foreground shadow-raised outline-none",
            shapes[sheet ? kind : "center"],
            widths[size],
            className,
          )}
        >
          <header
            className={cn(
              "flex items-start gap-3 pt-4 pl-5",
              kind === "alert" ? "pr-5" : "pr-12",
              sheet ? "pb-3" : "pb-2",
            )}
          >
            <div className="min-w-0">
              <Dialog.Title className="wrap-anywhere text-balance text-base font-semibold">{title}</Dialog.Title>
              {description ? (
                <Dialog.Description className="wrap-anywhere mt-1 text-pretty text-sm text-muted-foreground">
                  {description}
                </Dialog.Description>
              ) : null}
            </div>
          </header>
          {children}
          {kind === "alert" ? null : (
            <Dialog.Close
              aria-label="Close"
              className={cn(buttonVariants({ variant: "ghost", size: "icon-sm" }), "absolute top-3 right-3")}
            >
              <X aria-hidden />
            </Dialog.Close>
          )}
        </Dialog.Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  );
  if (kind === "alert") {
    return (
      <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
        {content}
      </AlertDialog.Root>
    );
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={modal} disablePointerDismissal={!dismissible}>
      {content}
    </Dialog.Root>
  );
}
