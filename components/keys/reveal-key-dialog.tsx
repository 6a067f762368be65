"use client";
import { lazy, Suspense } from "react";
import { RevealSecretDialog } from "@/components/credentials/reveal-secret-dialog";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiKeySecret } from "@/lib/keys/schema";
import { maskedKey } from "./key-labels";

// Loaded on demand, because only a new key needs it.
const FirstCall = lazy(() =>
  import("@/components/first-call/first-call").then((module) => ({ default: module.FirstCall })),
);

export type RevealedKey = ApiKeySecret & {
  /** Says what happens to the replaced key. */
  note?: string;
};

type RevealKeyDialogProps = { organization: string; revealed: RevealedKey | null; onClose: () => void };

export function RevealKeyDialog({ organization, revealed, onClose }: RevealKeyDialogProps) {
  const last = useLastNonNull(revealed);
  if (!last) return null;
  // The secret is null only for a replayed Idempotency-Key, which pages never send.
  const { key, secret, note } = last;
  const masked = maskedKey(key).replace("…", "•".repeat(12));
  return (
    <RevealSecretDialog
      key={key.id}
      open={revealed !== null}
      onClose={onClose}
      title="Save your key"
      description={`“${key.name}” is shown only once. Sightline stores a hash of it, so you won't be able to see it again.`}
      label="API key"
      noun="key"
      secret={secret ?? ""}
      masked={masked}
      loss="Without it, you'll have to revoke this key and create another one."
      note={note}
      trial={({ isShown, onCopied }) => (
        <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
          <FirstCall
            organization={organization}
            baseUrl={`${window.location.origin}/api/v1`}
            known={{ secret: secret ?? "", shown: isShown && secret ? secret : masked }}
            scopes={key.scopes}
            onCopied={onCopied}
          />
        </Suspense>
      )}
    />
  );
}
