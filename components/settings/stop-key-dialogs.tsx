"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { maskedKey, usageWords } from "@/components/settings/key-words";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { useLast } from "@/components/settings/use-last";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/http/call";
import type { revokeKey, updateKey } from "@/lib/keys/operations";
import { keysKey } from "@/lib/keys/queries";
import type { ApiKey } from "@/lib/keys/schema";

type StopKeyDialogProps = { organization: string; subject: ApiKey | null; onClose: () => void };

/** Turning a key off, which can be undone. */
export function DisableKeyDialog({ organization, subject, onClose }: StopKeyDialogProps) {
  const key = useLast(subject);
  const { mutateAsync, error, reset } = useKeyWrite(
    (id: string) =>
      call<typeof updateKey>("PATCH /keys/{id}", { organization, params: { id }, body: { enabled: false } }),
    ({ name }) => toast.success(`“${name}” is disabled`, { description: "Enable it again at any time." }),
  );
  return (
    <AlertDialog
      open={subject !== null}
      onOpenChange={() => closeAfter(reset, onClose)}
      title={`Disable “${key?.name ?? ""}”?`}
      description={`Every request with it is refused from now on, until you enable it again. ${key ? usageWords(key, Date.now()) : ""}`}
      confirmLabel="Disable key"
      onConfirm={() => confirmed(key, mutateAsync, onClose)}
    >
      {error ? <MutationProblem error={error} /> : null}
    </AlertDialog>
  );
}

/** Ending a key for good: asks for its name, since what depends on it stops. */
export function RevokeKeyDialog({ organization, subject, onClose }: StopKeyDialogProps) {
  const key = useLast(subject);
  const { mutateAsync, error, reset } = useKeyWrite(
    (id: string) => call<typeof revokeKey>("POST /keys/{id}/revoke", { organization, params: { id } }),
    ({ name }) => toast.success(`“${name}” is revoked`),
  );
  return (
    <AlertDialog
      open={subject !== null}
      onOpenChange={() => closeAfter(reset, onClose)}
      title={`Revoke “${key?.name ?? ""}” for good?`}
      description="Every request with it is refused from this moment on. This cannot be undone."
      confirmLabel="Revoke key"
      destructive
      {...(key && { confirmText: key.name })}
      onConfirm={() => confirmed(key, mutateAsync, onClose)}
    >
      {key ? (
        <div className="rounded-md bg-muted px-3 py-2">
          <code className="block font-mono text-xs text-muted-foreground">{maskedKey(key)}</code>
          <p className="mt-0.5">{usageWords(key, Date.now())}</p>
        </div>
      ) : null}
      <MutationProblem error={error} />
    </AlertDialog>
  );
}

function useKeyWrite(write: (id: string) => Promise<ApiKey>, announce: (key: ApiKey) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: keysKey });
      announce(key);
    },
  });
}

function closeAfter(reset: () => void, onClose: () => void) {
  reset();
  onClose();
}

/** Closes after success; a failure stays in the dialog, which shows it. */
async function confirmed(key: ApiKey | null, write: (id: string) => Promise<ApiKey>, onClose: () => void) {
  if (!key) return;
  await write(key.id).then(onClose, () => undefined);
}
