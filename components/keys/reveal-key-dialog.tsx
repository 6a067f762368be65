"use client";
import { RevealSecretDialog } from "@/components/credentials/reveal-secret-dialog";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import type { ApiKeySecret } from "@/lib/keys/schema";
import { maskedKey } from "./key-labels";
import { keySnippets } from "./key-snippets";

export type RevealedKey = ApiKeySecret & {
  /** What becomes of the key that this one replaces. */
  note?: string;
};

type RevealKeyDialogProps = { revealed: RevealedKey | null; onClose: () => void };

export function RevealKeyDialog({ revealed, onClose }: RevealKeyDialogProps) {
  const last = useLastNonNull(revealed);
  if (!last) return null;
  // Null comes only with a repeated Idempotency-Key, and the pages send none.
  const { key, secret, note } = last;
  return (
    <RevealSecretDialog
      key={key.id}
      open={revealed !== null}
      onClose={onClose}
      title="Save your key"
      description={`“${key.name}” is shown this once. Only its fingerprint is stored, so nobody can show it again.`}
      label="API key"
      noun="key"
      secret={secret ?? ""}
      masked={maskedKey(key).replace("…", "•".repeat(12))}
      loss="Without it, all that is left is to revoke this key and create another."
      note={note}
      snippets={keySnippets(`${window.location.origin}/api/v1`)}
    />
  );
}
