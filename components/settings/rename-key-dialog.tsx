"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { useLast } from "@/components/settings/use-last";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/http/call";
import type { updateKey } from "@/lib/keys/operations";
import { keysKey } from "@/lib/keys/queries";
import type { ApiKey } from "@/lib/keys/schema";

type RenameKeyDialogProps = { organization: string; subject: ApiKey | null; onClose: () => void };

export function RenameKeyDialog({ organization, subject, onClose }: RenameKeyDialogProps) {
  const key = useLast(subject);
  if (!key) return null;
  return <Rename key={key.id} organization={organization} subject={key} open={subject !== null} onClose={onClose} />;
}

type RenameProps = { organization: string; subject: ApiKey; open: boolean; onClose: () => void };

function Rename({ organization, subject, open, onClose }: RenameProps) {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(subject.name);
  const [isMissing, setMissing] = useState(false);
  const renaming = useMutation({
    mutationFn: () =>
      call<typeof updateKey>("PATCH /keys/{id}", {
        organization,
        params: { id: subject.id },
        body: { name: name.trim() },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keysKey });
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(name.trim() === "");
    if (name.trim() !== "" && !renaming.isPending) renaming.mutate();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || renaming.isPending ? undefined : onClose())}
      title="Rename key"
      description="The name is for people. Whoever uses the key notices nothing."
      size="sm"
      initialFocus={input}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <Field label="Name" required error={isMissing ? "Give the key a name." : undefined}>
            <Input
              ref={input}
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={100}
              autoComplete="off"
              dir="auto"
            />
          </Field>
          <MutationProblem error={renaming.error} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={renaming.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={renaming.isPending}>
            Rename
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
