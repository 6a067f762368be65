"use client";
import { RevealSecretDialog } from "@/components/credentials/reveal-secret-dialog";
import { SecretSnippets } from "@/components/credentials/secret-snippets";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { appSnippets } from "@/components/oauth/app-snippets";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import type { OAuthAppSecret } from "@/lib/oauth/schema";

export type RevealedApp = OAuthAppSecret & {
  /** Says what happens to the replaced secret. */
  note?: string;
};

type RevealAppDialogProps = { revealed: RevealedApp | null; onClose: () => void };

/** Shows an app's client ID and its secret. The secret can be viewed only once, the client ID stays readable. */
export function RevealAppDialog({ revealed, onClose }: RevealAppDialogProps) {
  const last = useLastNonNull(revealed);
  if (!last) return null;
  // The secret is null only for a replayed Idempotency-Key, which pages never send.
  const { app, client_secret: secret, note } = last;
  const masked = `sl_secret_${"•".repeat(12)}${app.secret_last_four}`;
  return (
    <RevealSecretDialog
      key={app.secret_last_four}
      open={revealed !== null}
      onClose={onClose}
      title="Save your client secret"
      description={`The secret of “${app.name}” is shown only once. Sightline stores a hash of it, so you won't be able to see it again.`}
      label="Client secret"
      noun="secret"
      secret={secret ?? ""}
      masked={masked}
      loss="Without it, you'll have to rotate the app's secret."
      note={note}
      trial={({ isShown, onCopied }) => (
        <SecretSnippets
          label="Try the secret"
          snippets={appSnippets(window.location.origin, app.client_id)}
          shown={isShown && secret ? secret : masked}
          secret={secret ?? ""}
          onCopied={onCopied}
        />
      )}
    >
      <Field
        label="Client ID"
        hint={
          app.redirect_uris.length > 0 ? (
            <>
              The code below accesses your own organization. To access a customer's, follow{" "}
              <Link href="/docs/oauth#code" target="_blank" className="text-link underline underline-offset-4">
                authorization code with PKCE
              </Link>
              .
            </>
          ) : undefined
        }
      >
        <Input
          readOnly
          value={app.client_id}
          spellCheck={false}
          className="font-mono [&_input]:h-10 [&_input]:truncate [&_input]:text-sm"
          trailing={<CopyButton iconOnly value={app.client_id} label="Copy client ID" />}
        />
      </Field>
    </RevealSecretDialog>
  );
}
