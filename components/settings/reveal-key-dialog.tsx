"use client";
import { Eye, EyeOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { KeySnippets } from "@/components/settings/key-snippets";
import { maskedKey } from "@/components/settings/key-words";
import { useLast } from "@/components/settings/use-last";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ApiKeySecret } from "@/lib/keys/schema";

export type Revealed = ApiKeySecret & {
  /** What becomes of the key that this one replaces. */
  note?: string;
};

type RevealKeyDialogProps = { revealed: Revealed | null; onClose: () => void };

/** The only moment in which a key is shown. Every way out passes one gate until the key was copied. */
export function RevealKeyDialog({ revealed, onClose }: RevealKeyDialogProps) {
  const last = useLast(revealed);
  if (!last) return null;
  return <RevealedKey key={last.key.id} revealed={last} open={revealed !== null} onClose={onClose} />;
}

function RevealedKey({ revealed, open, onClose }: { revealed: Revealed; open: boolean; onClose: () => void }) {
  const { key, secret, note } = revealed;
  const [isShown, setShown] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  const shown = isShown ? secret : maskedKey(key).replace("…", "•".repeat(12));
  const atRisk = open && !isCopied;

  useEffect(() => {
    if (!atRisk) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [atRisk]);

  function leave() {
    if (isCopied) onClose();
    else setAsking(true);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : leave())}
      title="Save your key"
      description={`“${key.name}” is shown this once. Only its fingerprint is stored, so nobody can show it again.`}
      size="lg"
      initialFocus={copyButton}
      className="data-nested-dialog-open:after:absolute data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:rounded-[inherit] data-nested-dialog-open:after:bg-overlay"
    >
      <DialogBody className="flex flex-col gap-4">
        <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
          <Field label="API key" className="flex-1">
            <Input
              readOnly
              value={shown}
              onFocus={(event) => event.target.select()}
              onCopy={() => setCopied(isCopied || isShown)}
              spellCheck={false}
              className="font-mono [&_input]:h-10 [&_input]:text-sm"
              trailing={
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={isShown ? "Hide key" : "Show key"}
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
        {note ? <p className="rounded-md bg-severity-low/10 px-3 py-2 text-severity-low">{note}</p> : null}
        <div>
          <h3 className="mb-1.5 text-sm font-medium">Try it</h3>
          <KeySnippets
            shown={shown}
            secret={secret}
            baseUrl={`${window.location.origin}/api/v1`}
            onCopied={() => setCopied(true)}
          />
        </div>
        <AlertDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="You won't see this key again"
          description="It was not copied yet. Without it, all that is left is to revoke this key and create another."
          cancelLabel="Back to the key"
          confirmLabel="Close without copying"
          destructive
          onConfirm={() => {
            setAsking(false);
            onClose();
          }}
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
