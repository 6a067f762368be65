"use client";
import { ConfirmWrite } from "@/components/forms/confirm-write";
import type { RevealedApp } from "@/components/oauth/reveal-app-dialog";
import { formatQuantity } from "@/components/ui/format-number";
import { formatRelative } from "@/components/ui/format-time";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { deleteApp, rotateAppSecret, updateApp } from "@/lib/oauth/operations";
import type { OAuthApp } from "@/lib/oauth/schema";
import { oauthKey } from "./queries";

type StopAppDialogProps = { organization: string; subject: OAuthApp | null; onClose: () => void };

/** Asks for confirmation, then disables an app. The app can be enabled again, but its tokens are lost. */
export function DisableAppDialog({ organization, ...props }: StopAppDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(app) => ({
        title: `Disable “${app.name}”?`,
        description: `Its tokens are revoked in every organization that authorized it. After you enable it again, it needs new tokens, and organizations have to authorize it again. ${usageWords(app)}`,
        confirmLabel: "Disable app",
      })}
      write={({ id }) =>
        callApi<typeof updateApp>("PATCH /oauth/apps/{id}", { organization, params: { id }, body: { enabled: false } })
      }
      invalidates={[oauthKey]}
      onDone={({ name }) => {
        toast.success(`“${name}” is disabled`, {
          description: "You can enable it again at any time. Its old tokens stay revoked.",
        });
      }}
    />
  );
}

/**
 * Asks for confirmation, then deletes an app permanently. The reader has to type its name, because dependent
 * systems stop working.
 */
export function DeleteAppDialog({ organization, ...props }: StopAppDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(app) => ({
        title: `Delete “${app.name}” permanently?`,
        description: "Its client ID, secret, tokens and authorizations are deleted immediately. This can't be undone.",
        confirmLabel: "Delete app",
        destructive: true,
        confirmText: app.name,
        children: (
          <div className="rounded-md bg-muted px-3 py-2">
            <code className="block break-all font-mono text-xs text-muted-foreground">{app.client_id}</code>
            <p className="mt-0.5">{usageWords(app)}</p>
          </div>
        ),
      })}
      write={({ id }) => callApi<typeof deleteApp>("DELETE /oauth/apps/{id}", { organization, params: { id } })}
      invalidates={[oauthKey]}
      onDone={(_, { name }) => {
        toast.success(`“${name}” is deleted`);
      }}
    />
  );
}

type RotateSecretDialogProps = StopAppDialogProps & { onRotated: (revealed: RevealedApp) => void };

/**
 * Replaces an app's secret. The list is refetched only after the new secret is closed, so that nothing moves
 * behind the dialog.
 */
export function RotateSecretDialog({ organization, onRotated, ...props }: RotateSecretDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(app) => ({
        title: `Rotate the secret of “${app.name}”?`,
        description: `The old secret and all access tokens of the app are revoked immediately. The app can't call the API until it has the new secret. ${usageWords(app)}`,
        confirmLabel: "Rotate secret",
        destructive: true,
      })}
      write={({ id }) =>
        callApi<typeof rotateAppSecret>("POST /oauth/apps/{id}/rotate-secret", { organization, params: { id } })
      }
      invalidates={[]}
      onDone={(rotated) =>
        onRotated({
          ...rotated,
          note: "The old secret and the app's access tokens no longer work. Update the app with the new secret now.",
        })
      }
    />
  );
}

/** Describes the use of an app, for confirmation dialogs. */
function usageWords(app: OAuthApp): string {
  const allowed = app.grants > 0 ? ` Authorized by ${formatQuantity(app.grants, "organization")}.` : "";
  if (!app.last_used_at) return `It has never been used.${allowed}`;
  return `Last used ${formatRelative(new Date(app.last_used_at), Date.now())}.${allowed}`;
}
