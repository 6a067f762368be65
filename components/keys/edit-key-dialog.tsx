"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { expiryTime } from "@/components/credentials/expiry";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { useOpenCount } from "@/components/forms/use-open-count";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { callApi, ifMatch } from "@/lib/http/call";
import type { getKey, updateKey } from "@/lib/keys/operations";
import type { ApiKey, ApiKeyUpdate } from "@/lib/keys/schema";
import type { Scope } from "@/lib/values";
import { KeyFields } from "./key-fields";
import { type KeyFormState, useKeyForm } from "./key-form";
import { keysKey } from "./queries";

type EditKeyDialogProps = {
  organization: string;
  /** The scopes of the role of whoever edits. */
  held: readonly Scope[];
  subject: ApiKey | null;
  onClose: () => void;
  /** Receives the current key after someone else changed it. */
  onReload: (key: ApiKey) => void;
};

export function EditKeyDialog({ subject, ...props }: EditKeyDialogProps) {
  const key = useLastNonNull(subject);
  const open = subject !== null;
  const opening = useOpenCount(open);
  if (!key) return null;
  return <Edit key={`${opening}/${key.version}`} {...props} subject={key} open={open} />;
}

type EditProps = Omit<EditKeyDialogProps, "subject"> & { subject: ApiKey; open: boolean };

function Edit({ organization, held, subject, open, onClose, onReload }: EditProps) {
  const queryClient = useQueryClient();
  const state = useKeyForm(held, subject);
  const saving = useMutation({
    mutationFn: (body: ApiKeyUpdate) =>
      callApi<typeof updateKey>("PATCH /keys/{id}", {
        organization,
        params: { id: subject.id },
        body,
        headers: ifMatch(subject),
      }),
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: keysKey });
      toast.success(`“${name}” is saved`);
      onClose();
    },
    onError: state.refuse,
  });

  async function reload() {
    onReload(await callApi<typeof getKey>("GET /keys/{id}", { organization, params: { id: subject.id } }));
    void queryClient.invalidateQueries({ queryKey: keysKey });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.isPending || !state.check()) return;
    const body = changesOf(subject, state);
    if (Object.keys(body).length > 0) saving.mutate(body);
    else onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || saving.isPending ? undefined : onClose())}
      title={`Edit “${subject.name}”`}
      description="The key itself stays as it is. New permissions hold from the next request on."
      initialFocus={state.refs.name}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="relative flex flex-col gap-5">
          <KeyFields
            state={state}
            error={saving.error}
            onReload={reload}
            currentEnd={subject.expires_at}
            hasEnd={subject.replaced_by === null}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={saving.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={saving.isPending}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** What the form would make different; a colleague's change of anything else is left alone. */
function changesOf(subject: ApiKey, { form, scopes, isTouched }: KeyFormState): ApiKeyUpdate {
  const name = form.name.trim();
  const { expiry, date } = form;
  return {
    ...(name !== subject.name && { name }),
    ...(isTouched && { scopes }),
    ...(expiry !== "keep" && { expires_at: expiryTime(expiry, date, Date.now())?.toISOString() ?? null }),
  };
}
