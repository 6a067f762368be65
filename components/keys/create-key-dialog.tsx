"use client";
import { useRef } from "react";
import { expiryTime } from "@/components/credentials/expiry";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { callApi } from "@/lib/http/call";
import type { createKey } from "@/lib/keys/operations";
import type { ApiKeySecret } from "@/lib/keys/schema";
import type { Scope } from "@/lib/values";
import { KeyFields } from "./key-fields";
import { useKeyForm } from "./key-form";

type CreateKeyDialogProps = {
  organization: string;
  /** The scopes of the creator's role. */
  held: readonly Scope[];
  /** The initial value of the name field. */
  suggestedName?: string;
  open: boolean;
  onClose: () => void;
  onCreated: (created: ApiKeySecret) => void;
};

export function CreateKeyDialog({ organization, held, suggestedName, open, onClose, onCreated }: CreateKeyDialogProps) {
  const nameInput = useRef<HTMLInputElement>(null);
  const form = useKeyForm(
    held,
    null,
    async ({ name, scopes, expiry, date }) => {
      // The default expiry comes from the server, so that a wrong browser clock doesn't shift it.
      const isDefault = expiry === "365" || expiry === "keep";
      const end = isDefault ? {} : { expires_at: expiryTime(expiry, date, Date.now())?.toISOString() ?? null };
      const body = { name, scopes: [...scopes], ...end };
      onCreated(await callApi<typeof createKey>("POST /keys", { organization, body }));
      return "done";
    },
    suggestedName,
  );

  /** Closes the dialog, keeps the input and clears the errors. */
  function close() {
    if (form.isBusy) return;
    form.forgive();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title="Create API key"
      description="Use one key per system so that you can rotate each independently."
      initialFocus={nameInput}
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="relative flex flex-col gap-5">
          <KeyFields form={form} nameInput={nameInput} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={form.isBusy}>
            Create key
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
