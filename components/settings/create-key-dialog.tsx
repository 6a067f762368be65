"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ExpiryPicker } from "@/components/settings/expiry-picker";
import { type Expiry, expiryTime } from "@/components/settings/key-expiry";
import { chosenScopes, noAccess, type Preset } from "@/components/settings/key-scopes";
import { MutationProblem } from "@/components/settings/mutation-problem";
import { ScopePicker } from "@/components/settings/scope-picker";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Scope } from "@/lib/db/values";
import { ApiError, call } from "@/lib/http/call";
import type { createKey } from "@/lib/keys/operations";
import type { ApiKeyCreate, ApiKeySecret } from "@/lib/keys/schema";

type CreateKeyDialogProps = {
  organization: string;
  /** The scopes of the creator's role. */
  held: readonly Scope[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (created: ApiKeySecret) => void;
};

type Errors = { name?: string | undefined; scopes?: string | undefined; expires_at?: string | undefined };
type Form = { name: string; preset: Preset; levels: typeof noAccess; expiry: Expiry; date: string };

const blank: Form = { name: "", preset: "all", levels: noAccess, expiry: "365", date: "" };

export function CreateKeyDialog({ organization, held, open, onOpenChange, onCreated }: CreateKeyDialogProps) {
  const [form, setForm] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const nameInput = useRef<HTMLInputElement>(null);
  const chosen = chosenScopes(form.preset, form.levels, held);

  const creating = useMutation({
    mutationFn: (body: ApiKeyCreate) => call<typeof createKey>("POST /keys", { organization, body }),
    // The answer holds the key: it must not stay in the browser's memory longer than the dialog that shows it.
    gcTime: 0,
    onSuccess: (created) => {
      setForm(blank);
      setErrors({});
      creating.reset();
      onCreated(created);
    },
    onError: (error) => setErrors(error instanceof ApiError ? fieldErrors(error) : {}),
  });
  const isExplained = Object.values(errors).some(Boolean);

  function change(part: Partial<Form>) {
    setForm({ ...form, ...part });
    setErrors({
      ...errors,
      ...("name" in part && { name: undefined }),
      ...(("preset" in part || "levels" in part) && { scopes: undefined }),
      ...(("expiry" in part || "date" in part) && { expires_at: undefined }),
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (creating.isPending) return;
    const end = expiryTime(form.expiry, form.date, Date.now());
    const found: Errors = {
      name: form.name.trim() === "" ? "Name the system that will use it." : undefined,
      scopes: chosen.length === 0 ? "Choose at least one permission." : undefined,
      expires_at: form.expiry === "date" ? dateProblem(end) : undefined,
    };
    setErrors(found);
    if (found.name) nameInput.current?.focus();
    if (found.name || found.scopes || found.expires_at) return;
    // The default is the server's own, so that a wrong clock in the browser does not shift it.
    const expires = form.expiry === "365" ? {} : { expires_at: end?.toISOString() ?? null };
    creating.mutate({ name: form.name.trim(), scopes: chosen, ...expires });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (creating.isPending ? undefined : onOpenChange(next))}
      title="Create API key"
      description="One key per system keeps every one of them replaceable on its own."
      initialFocus={nameInput}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="relative flex flex-col gap-5">
          <Field label="Name" required error={errors.name} hint="Who will use it, such as “Edge gateway, Rotterdam”.">
            <Input
              ref={nameInput}
              value={form.name}
              onChange={(event) => change({ name: event.target.value })}
              maxLength={100}
              autoComplete="off"
              dir="auto"
            />
          </Field>
          <ScopePicker
            preset={form.preset}
            onPresetChange={(preset) => change({ preset })}
            levels={form.levels}
            onLevelsChange={(levels) => change({ levels })}
            chosen={chosen}
            error={errors.scopes}
          />
          <ExpiryPicker
            expiry={form.expiry}
            onExpiryChange={(expiry) => change({ expiry })}
            date={form.date}
            onDateChange={(date) => change({ date })}
            error={errors.expires_at}
          />
          {isExplained ? null : <MutationProblem error={creating.error} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => onOpenChange(false)} disabled={creating.isPending}>
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

function dateProblem(end: Date | null): string | undefined {
  if (!end) return "Choose the last day on which it works.";
  return end.getTime() <= Date.now() ? "Choose a day that is not over." : undefined;
}

function fieldErrors(error: ApiError): Errors {
  const found: Errors = {};
  for (const { pointer, detail } of error.errors) {
    const field = (["name", "scopes", "expires_at"] as const).find((name) => pointer?.split("/")[1] === name);
    if (field) found[field] = detail;
  }
  return found;
}
