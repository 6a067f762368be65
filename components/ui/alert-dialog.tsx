"use client";
import { type FormEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter, useEverOpened } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

const ModalPopup = lazy(() => import("@/components/ui/modal-popup"));

type AlertDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  /** Text that the reader must type exactly, such as the item's name, to enable the button. */
  confirmText?: string;
  /**
   * Called when the reader confirms. While its promise is pending, the dialog stays open and busy. The caller
   * closes it after success.
   */
  onConfirm: () => void | Promise<void>;
  pending?: boolean;
  error?: ReactNode;
  children?: ReactNode;
};

/** Asks for confirmation before an action that can't be undone. Focus starts on Cancel, or in the text field. */
export function AlertDialog(props: AlertDialogProps) {
  if (!useEverOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <AlertDialogContent key={props.open ? "open" : "closed"} {...props} />
    </Suspense>
  );
}

function AlertDialogContent({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  destructive = false,
  confirmText,
  onConfirm,
  pending = false,
  error,
  children,
}: AlertDialogProps) {
  const [typed, setTyped] = useState("");
  const [running, setRunning] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const busy = pending || running;
  const ready = confirmText === undefined || typed.trim() === confirmText;

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (!ready || busy) return;
    setRunning(true);
    try {
      await onConfirm();
    } finally {
      setRunning(false);
    }
  }

  return (
    <ModalPopup
      kind="alert"
      size="sm"
      open={open}
      onOpenChange={(next) => (busy ? undefined : onOpenChange(next))}
      title={title}
      description={description}
      initialFocus={confirmText === undefined ? cancel : input}
    >
      <form onSubmit={confirm} className="flex min-h-0 flex-col">
        {children || confirmText !== undefined || error ? (
          <DialogBody className="flex flex-col gap-3 py-2">
            {children}
            {confirmText === undefined ? null : (
              <Field
                label={
                  <>
                    Type <span className="wrap-anywhere font-mono font-semibold">{confirmText}</span> to confirm
                  </>
                }
              >
                <Input
                  ref={input}
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                  autoComplete="off"
                  spellCheck={false}
                />
              </Field>
            )}
            {error ? (
              <p id={errorId} role="alert" className="text-xs leading-5 text-danger">
                {error}
              </p>
            ) : null}
          </DialogBody>
        ) : null}
        <DialogFooter>
          <Button ref={cancel} onClick={() => onOpenChange(false)} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={destructive ? "destructive" : "primary"} disabled={!ready} loading={busy}>
            {confirmLabel}
          </Button>
        </DialogFooter>
      </form>
    </ModalPopup>
  );
}
