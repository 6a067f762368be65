"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
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
import { type KeyChoice, useKeyForm } from "./key-form";
import { keysKey } from "./queries";

type EditKeyDialogProps = {
  organization: string;
  /** The scopes of the editor's role. */
  held: readonly Scope[];
  subject: ApiKey | null;
  onClose: () => void;
  /** Called with the key's current values if someone else changed it. */
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
  const nameInput = useRef<HTMLInputElement>(null);
  const form = useKeyForm(held, subject, async (choice) => {
    const body = changesOf(subject, choice);
    if (Object.keys(body).length > 0) {
      const { name } = await callApi<typeof updateKey>("PATCH /keys/{id}", {
        organization,
        params: { id: subject.id },
        body,
        headers: ifMatch(subject),
      });
      void queryClient.invalidateQueries({ queryKey: keysKey });
      toast.success(`“${name}” was saved`);
    }
    onClose();
    return "saved";
  });

  async function reload() {
    onReload(await callApi<typeof getKey>("GET /keys/{id}", { organization, params: { id: subject.id } }));
    void queryClient.invalidateQueries({ queryKey: keysKey });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || form.isBusy ? undefined : onClose())}
      title={`Edit “${subject.name}”`}
      description="The key itself doesn't change. New permissions apply from the next request."
      initialFocus={nameInput}
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="relative flex flex-col gap-5">
          <KeyFields
            form={form}
            nameInput={nameInput}
            onReload={reload}
            currentEnd={subject.expires_at}
            hasEnd={subject.replaced_by === null}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={form.isBusy}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Returns only the changed fields, so that other people's changes aren't overwritten. */
function changesOf(subject: ApiKey, { name, scopes, hasNewScopes, expiry, date }: KeyChoice): ApiKeyUpdate {
  return {
    ...(name !== subject.name && { name }),
    ...(hasNewScopes && { scopes: [...scopes] }),
    ...(expiry !== "keep" && { expires_at: expiryTime(expiry, date, Date.now())?.toISOString() ?? null }),
  };
}
