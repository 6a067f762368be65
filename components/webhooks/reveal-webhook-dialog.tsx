"use client";
import { RevealSecretDialog } from "@/components/credentials/reveal-secret-dialog";
import { SecretSnippets } from "@/components/credentials/secret-snippets";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { Link } from "@/components/ui/link";
import type { NewWebhook } from "@/lib/webhooks/schema";
import { verifySnippets } from "./verify-snippets";
import { webhookName } from "./webhook-labels";

export type RevealedWebhook = NewWebhook & {
  /** Says what happens to the replaced secret. */
  note?: string;
  /** Whether the webhook was just created. Closing the dialog then leads to its page. */
  isNew?: boolean;
};

type RevealWebhookDialogProps = {
  revealed: RevealedWebhook | null;
  onClose: () => void;
};

const MASKED = `whsec_${"•".repeat(24)}`;

/** Shows a webhook's signing secret once, with code that verifies deliveries. */
export function RevealWebhookDialog({ revealed, onClose }: RevealWebhookDialogProps) {
  const last = useLastNonNull(revealed);
  if (!last) return null;
  const { webhook, secret, note, isNew = false } = last;
  return (
    <RevealSecretDialog
      key={secret}
      open={revealed !== null}
      onClose={onClose}
      isLeaving={isNew}
      title="Save your signing secret"
      description={`With it, your server checks that requests come from Sightline. The secret of “${webhookName(webhook)}” is shown only once.`}
      label="Signing secret"
      noun="secret"
      secret={secret}
      masked={MASKED}
      loss="Without it, you'll have to rotate the webhook's secret."
      note={note}
      trialTitle={
        <>
          Verify deliveries{" "}
          <Link
            href="/docs/webhooks#verify"
            target="_blank"
            className="font-normal text-link underline underline-offset-4"
          >
            How it works
          </Link>
        </>
      }
      trial={({ isShown, onCopied }) => (
        <SecretSnippets
          label="Verify deliveries"
          snippets={verifySnippets}
          shown={isShown ? secret : MASKED}
          secret={secret}
          onCopied={onCopied}
        />
      )}
    />
  );
}
