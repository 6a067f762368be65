"use client";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { expiryTime } from "@/components/credentials/expiry";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { callApi } from "@/lib/http/call";
import type { createKey } from "@/lib/keys/operations";
import type { ApiKeyCreate, ApiKeySecret } from "@/lib/keys/schema";
import type { Scope } from "@/lib/values";
import { KeyFields } from "./key-fields";
import { useKeyForm } from "./key-form";

type CreateKeyDialogProps = {
  organization: string;
  /** The scopes of the creator's role. */
  held: readonly Scope[];
  open: boolean;
  onClose: () => void;
  onCreated: (created: ApiKeySecret) => void;
};

export function CreateKeyDialog({ organization, held, open, onClose, onCreated }: CreateKeyDialogProps) {
  const state = useKeyForm(held, null);
  const creating = useMutation({
    mutationFn: (body: ApiKeyCreate) => callApi<typeof createKey>("POST /keys", { organization, body }),
    // The answer holds the key: it must not stay in the browser's memory longer than the dialog that shows it.
    gcTime: 0,
    onSuccess: (created) => {
      state.reset();
      creating.reset();
      onCreated(created);
    },
    onError: state.refuse,
  });

  /** What was typed is kept; what was wrong with it is not. */
  function close() {
    if (creating.isPending) return;
    creating.reset();
    state.forgive();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (creating.isPending || !state.check()) return;
    const { name, expiry, date } = state.form;
    // The default is the server's own, so that a wrong clock in the browser does not shift it.
    const isDefault = expiry === "365" || expiry === "keep";
    const end = isDefault ? {} : { expires_at: expiryTime(expiry, date, Date.now())?.toISOString() ?? null };
    creating.mutate({ name: name.trim(), scopes: state.scopes, ...end });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title="Create API key"
      description="One key per system keeps every one of them replaceable on its own."
      initialFocus={state.refs.name}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="relative flex flex-col gap-5">
          <KeyFields state={state} error={creating.error} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={creating.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={creating.isPending}>
            Create key
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
