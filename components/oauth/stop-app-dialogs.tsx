"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RevealedApp } from "@/components/oauth/reveal-app-dialog";
import { count } from "@/components/settings/key-words";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { useLast } from "@/components/settings/use-last";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { formatRelative } from "@/components/ui/format-time";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/http/call";
import type { deleteApp, rotateAppSecret, updateApp } from "@/lib/oauth/operations";
import { oauthKey } from "@/lib/oauth/queries";
import type { OAuthApp } from "@/lib/oauth/schema";

type StopAppDialogProps = { organization: string; subject: OAuthApp | null; onClose: () => void };

/** Turning an app off, which can be undone. */
export function DisableAppDialog({ organization, subject, onClose }: StopAppDialogProps) {
  const app = useLast(subject);
  const disabling = useAppWrite(
    (id: string) =>
      call<typeof updateApp>("PATCH /oauth/apps/{id}", { organization, params: { id }, body: { enabled: false } }),
    () => toast.success(`“${app?.name}” is disabled`, { description: "Enable it again at any time." }),
  );
  return (
    <AlertDialog
      open={subject !== null}
      onOpenChange={() => closeAfter(disabling.reset, onClose)}
      title={`Disable “${app?.name ?? ""}”?`}
      description={`Its tokens are refused from now on, in every organization that allowed it, until you enable it again. ${usageWords(app)}`}
      confirmLabel="Disable app"
      onConfirm={() => confirmed(app, disabling.mutateAsync, onClose)}
    >
      {disabling.error ? <MutationProblem error={disabling.error} /> : null}
    </AlertDialog>
  );
}

/** Ending an app for good: asks for its name, since what depends on it stops. */
export function DeleteAppDialog({ organization, subject, onClose }: StopAppDialogProps) {
  const app = useLast(subject);
  const deleting = useAppWrite(
    (id: string) => call<typeof deleteApp>("DELETE /oauth/apps/{id}", { organization, params: { id } }),
    () => toast.success(`“${app?.name}” is deleted`),
  );
  return (
    <AlertDialog
      open={subject !== null}
      onOpenChange={() => closeAfter(deleting.reset, onClose)}
      title={`Delete “${app?.name ?? ""}” for good?`}
      description="Its client id, its secret, every token it holds and every permission that organizations gave it end at this moment. This cannot be undone."
      confirmLabel="Delete app"
      destructive
      {...(app && { confirmText: app.name })}
      onConfirm={() => confirmed(app, deleting.mutateAsync, onClose)}
    >
      {app ? (
        <div className="rounded-md bg-muted px-3 py-2">
          <code className="block break-all font-mono text-xs text-muted-foreground">{app.client_id}</code>
          <p className="mt-0.5">{usageWords(app)}</p>
        </div>
      ) : null}
      <MutationProblem error={deleting.error} />
    </AlertDialog>
  );
}

type RotateSecretDialogProps = StopAppDialogProps & { onRotated: (revealed: RevealedApp) => void };

export function RotateSecretDialog({ organization, subject, onClose, onRotated }: RotateSecretDialogProps) {
  const app = useLast(subject);
  const rotating = useMutation({
    mutationFn: (id: string) =>
      call<typeof rotateAppSecret>("POST /oauth/apps/{id}/rotate-secret", { organization, params: { id } }),
    // The answer holds the secret: it must not stay in the browser's memory longer than the dialog that shows it.
    gcTime: 0,
    onSuccess: (rotated) => {
      rotating.reset();
      onRotated({
        ...rotated,
        note: "The old secret and the access tokens of the app no longer work: put the new secret in place now.",
      });
    },
  });
  return (
    <AlertDialog
      open={subject !== null}
      onOpenChange={() => closeAfter(rotating.reset, onClose)}
      title={`Rotate the secret of “${app?.name ?? ""}”?`}
      description={`The old secret and every access token of the app end at once: until the new one is in place, it cannot call the API. ${usageWords(app)}`}
      confirmLabel="Rotate secret"
      destructive
      onConfirm={async () => {
        if (app) await rotating.mutateAsync(app.id).catch(() => undefined);
      }}
    >
      {rotating.error ? <MutationProblem error={rotating.error} /> : null}
    </AlertDialog>
  );
}

function useAppWrite(write: (id: string) => Promise<unknown>, announce: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: oauthKey });
      announce();
    },
  });
}

/** What is known of an app's use, for whoever is about to stop it. */
function usageWords(app: OAuthApp | null): string {
  if (!app) return "";
  const allowed = app.grants > 0 ? ` Allowed by ${count(app.grants, "organization")}.` : "";
  if (!app.last_used_at) return `It was never used.${allowed}`;
  return `Last used ${formatRelative(new Date(app.last_used_at), Date.now())}.${allowed}`;
}

function closeAfter(reset: () => void, onClose: () => void) {
  reset();
  onClose();
}

/** Closes after success; a failure stays in the dialog, which shows it. */
async function confirmed(app: OAuthApp | null, write: (id: string) => Promise<unknown>, onClose: () => void) {
  if (!app) return;
  await write(app.id).then(onClose, () => undefined);
}
