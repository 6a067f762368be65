"use client";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { useSecretGate } from "@/components/credentials/use-secret-gate";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";

export type FreshCodes = {
  codes: readonly string[];
  /** Whether two-factor sign-in was just turned on. False if the codes replace earlier ones. */
  isFirst: boolean;
};

type RecoveryCodesDialogProps = { fresh: FreshCodes | null; email: string; onClose: () => void };

/** Shows recovery codes once. Closing asks for confirmation until the codes were copied or downloaded. */
export function RecoveryCodesDialog({ fresh, email, onClose }: RecoveryCodesDialogProps) {
  const last = useLastNonNull(fresh);
  if (!last) return null;
  return <Content key={last.codes[0]} {...last} open={fresh !== null} email={email} onClose={onClose} />;
}

type ContentProps = FreshCodes & { open: boolean; email: string; onClose: () => void };

function Content({ codes, isFirst, open, email, onClose }: ContentProps) {
  const [isSaved, setSaved] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  const { leave, question } = useSecretGate({ open, isSaved, onClose });

  function noteCopy() {
    const copied = window.getSelection()?.toString() ?? "";
    if (codes.every((code) => copied.includes(code))) setSaved(true);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : leave())}
      title={isFirst ? "Two-factor sign-in is on. Save your recovery codes" : "Save your new recovery codes"}
      description="Use each code once to sign in without your phone. They are shown only once, so store them with your passwords."
      initialFocus={copyButton}
      className="data-nested-dialog-open:after:absolute data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:rounded-[inherit] data-nested-dialog-open:after:bg-overlay"
    >
      <DialogBody className="flex flex-col gap-3">
        <ul
          aria-label="Recovery codes"
          onCopy={noteCopy}
          className="grid gap-x-8 gap-y-1.5 rounded-md border border-border bg-background px-4 py-3 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            ref={copyButton}
            value={codes.join("\n")}
            label="Copy codes"
            variant={isSaved ? "secondary" : "primary"}
            onCopied={() => setSaved(true)}
          />
          <Button
            onClick={() => {
              download(codes, email);
              setSaved(true);
            }}
          >
            <Download aria-hidden />
            Download
          </Button>
        </div>
        <AlertDialog
          {...question}
          title="You won't see these codes again"
          description="You haven't copied or downloaded them yet. Without them, losing your phone locks you out of your account."
          cancelLabel="Back to the codes"
          confirmLabel="Close without saving"
          destructive
        />
      </DialogBody>
      <DialogFooter>
        <Button variant={isSaved ? "primary" : "secondary"} onClick={leave}>
          I have saved them
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function download(codes: readonly string[], email: string) {
  const text = `Sightline recovery codes of ${email}\nEach works once.\n\n${codes.join("\n")}\n`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = "sightline-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}
