"use client";
import { ConfirmWrite } from "@/components/forms/confirm-write";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { revokeKey, updateKey } from "@/lib/keys/operations";
import type { ApiKey } from "@/lib/keys/schema";
import { describeUsage, maskedKey } from "./key-labels";
import { keysKey } from "./queries";

type StopKeyDialogProps = { organization: string; subject: ApiKey | null; onClose: () => void };

/** Asks for confirmation, then disables a key. This can be undone. */
export function DisableKeyDialog({ organization, ...props }: StopKeyDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(key) => ({
        title: `Disable “${key.name}”?`,
        description: `Every request with it is rejected until you enable it again. ${describeUsage(key, Date.now())}`,
        confirmLabel: "Disable key",
      })}
      write={({ id }) =>
        callApi<typeof updateKey>("PATCH /keys/{id}", { organization, params: { id }, body: { enabled: false } })
      }
      invalidates={[keysKey]}
      onDone={({ name }) => {
        toast.success(`“${name}” is disabled`, { description: "You can enable it again at any time." });
      }}
    />
  );
}

/**
 * Asks for confirmation, then revokes a key permanently. The reader has to type its name, because dependent
 * systems stop working.
 */
export function RevokeKeyDialog({ organization, ...props }: StopKeyDialogProps) {
  return (
    <ConfirmWrite
      {...props}
      question={(key) => ({
        title: `Revoke “${key.name}” permanently?`,
        description: "Every request with it is rejected from now on. This can't be undone.",
        confirmLabel: "Revoke key",
        destructive: true,
        confirmText: key.name,
        children: (
          <div className="rounded-md bg-muted px-3 py-2">
            <code className="block font-mono text-xs text-muted-foreground">{maskedKey(key)}</code>
            <p className="mt-0.5">{describeUsage(key, Date.now())}</p>
          </div>
        ),
      })}
      write={({ id }) => callApi<typeof revokeKey>("POST /keys/{id}/revoke", { organization, params: { id } })}
      invalidates={[keysKey]}
      onDone={({ name }) => {
        toast.success(`“${name}” is revoked`);
      }}
    />
  );
}
