"use client";
import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useSecretGate } from "./use-secret-gate";

interface RevealedState {
  isShown: boolean;
  onCopied: () => void;
}

type RevealSecretDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Whether `onClose` replaces the current history entry with another page. */
  isLeaving?: boolean;
  title: string;
  description: string;
  /** The label of the secret's field, such as “API key”. */
  label: string;
  /** The noun for the secret within a sentence, such as “key”. */
  noun: string;
  secret: string;
  /** The masked secret, shown until the reader reveals it. */
  masked: string;
  /** Says what to do after closing the dialog without a copy of the secret. */
  loss: string;
  note?: string | undefined;
  /** The heading of `trial`. */
  trialTitle?: ReactNode;
  /** Renders a way to try the secret. It may display the secret only while `isShown` is true. */
  trial: (state: RevealedState) => ReactNode;
  /** Shown in the dialog: related values that aren't secret. */
  children?: ReactNode;
};

/** Shows a secret once. Closing the dialog asks for confirmation until the secret was copied. */
export function RevealSecretDialog({
  open,
  onClose,
  isLeaving = false,
  title,
  description,
  label,
  noun,
  secret,
  masked,
  loss,
  note,
  trialTitle = "Try it",
  trial,
  children,
}: RevealSecretDialogProps) {
  const [isShown, setShown] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  const shown = isShown ? secret : masked;
  const { leave, question } = useSecretGate({ open, isSaved: isCopied, onClose, isLeaving });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : leave())}
      title={title}
      description={description}
      size="lg"
      initialFocus={copyButton}
      className="data-nested-dialog-open:after:absolute data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:rounded-[inherit] data-nested-dialog-open:after:bg-overlay"
    >
      <DialogBody className="flex flex-col gap-4">
        {children}
        <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
          <Field label={label} className="flex-1">
            <Input
              readOnly
              value={shown}
              onFocus={(event) => event.target.select()}
              onCopy={({ currentTarget: { selectionStart, selectionEnd } }) => {
                const isWhole = selectionStart === 0 && selectionEnd === secret.length;
                setCopied(isCopied || (isShown && isWhole));
              }}
              spellCheck={false}
              className="font-mono [&_input]:h-10 [&_input]:text-sm"
              trailing={
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`${isShown ? "Hide" : "Show"} ${noun}`}
                  onClick={() => setShown(!isShown)}
                >
                  {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
                </Button>
              }
            />
          </Field>
          <CopyButton
            ref={copyButton}
            value={secret}
            variant={isCopied ? "secondary" : "primary"}
            size="lg"
            className="min-w-26"
            onCopied={() => setCopied(true)}
          />
        </div>
        {note ? <p className="rounded-md bg-notice/10 px-3 py-2 text-notice">{note}</p> : null}
        <div>
          <h3 className="mb-1.5 text-sm font-medium">{trialTitle}</h3>
          {trial({ isShown, onCopied: () => setCopied(true) })}
        </div>
        <AlertDialog
          {...question}
          title={`You won't see this ${noun} again`}
          description={`You haven't copied it yet. ${loss}`}
          cancelLabel={`Back to the ${noun}`}
          confirmLabel="Close without copying"
          destructive
        />
      </DialogBody>
      <DialogFooter>
        <Button variant={isCopied ? "primary" : "secondary"} onClick={leave}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
