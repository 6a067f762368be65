"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { AppFields } from "@/components/oauth/app-fields";
import {
  type AppErrors,
  type AppForm,
  type AppValues,
  blankApp,
  findAppChanges,
  toAppErrors,
  toAppForm,
  toAppValues,
  tokenLife,
  validateAppForm,
} from "@/components/oauth/app-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { callApi, ifMatch, isApiError } from "@/lib/http/call";
import type { createApp, getApp, updateApp } from "@/lib/oauth/operations";
import type { OAuthApp, OAuthAppSecret } from "@/lib/oauth/schema";
import { oauthKey } from "./queries";

type CreateAppDialogProps = {
  organization: string;
  open: boolean;
  onClose: () => void;
  onCreated: (created: OAuthAppSecret) => void;
};

export function CreateAppDialog({ organization, open, onClose, onCreated }: CreateAppDialogProps) {
  return (
    <AppDialog<OAuthAppSecret>
      isNew
      open={open}
      onClose={onClose}
      title="Create OAuth app"
      description={`It gets a client id and a secret, which it exchanges for tokens that last ${tokenLife}.`}
      action="Create app"
      initial={blankApp}
      send={(body) => callApi<typeof createApp>("POST /oauth/apps", { organization, body })}
      onSent={onCreated}
    />
  );
}

type EditAppDialogProps = {
  organization: string;
  subject: OAuthApp | null;
  onClose: () => void;
  /** Receives the current app after someone else changed it. */
  onReload: (app: OAuthApp) => void;
};

export function EditAppDialog({ organization, subject, onClose, onReload }: EditAppDialogProps) {
  const queryClient = useQueryClient();
  const app = useLastNonNull(subject);
  if (!app) return null;
  return (
    <AppDialog<OAuthApp>
      key={JSON.stringify(app)}
      open={subject !== null}
      onClose={onClose}
      title={`Edit “${app.name}”`}
      description="Permissions that you take away end with the tokens that have them; people allow new ones themselves."
      action="Save"
      initial={toAppForm(app)}
      send={(values) =>
        callApi<typeof updateApp>("PATCH /oauth/apps/{id}", {
          organization,
          params: { id: app.id },
          body: findAppChanges(app, values),
          headers: ifMatch(app),
        })
      }
      onReload={async () => {
        onReload(await callApi<typeof getApp>("GET /oauth/apps/{id}", { organization, params: { id: app.id } }));
        void queryClient.invalidateQueries({ queryKey: oauthKey });
      }}
      onSent={() => {
        void queryClient.invalidateQueries({ queryKey: oauthKey });
        toast.success("Saved");
        onClose();
      }}
    />
  );
}

type AppDialogProps<Sent> = {
  /** Keeps what was typed when it is closed, and starts anew once it was sent. */
  isNew?: boolean;
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  action: string;
  initial: AppForm;
  send: (values: AppValues) => Promise<Sent>;
  /** Puts the app's current values into the form; left out for a new one. */
  onReload?: () => Promise<unknown>;
  onSent: (sent: Sent) => void;
};

function AppDialog<Sent>(props: AppDialogProps<Sent>) {
  const { isNew = false, open, title, description, action, initial, send, onReload, onSent } = props;
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<AppErrors>({});
  const nameInput = useRef<HTMLInputElement>(null);
  const redirectsInput = useRef<HTMLTextAreaElement>(null);
  const permissions = useRef<HTMLDivElement>(null);

  const sending = useMutation({
    mutationFn: send,
    // The answer may hold a secret: it must not stay in the browser's memory longer than the dialog that shows it.
    gcTime: 0,
    onSuccess: (sent) => {
      sending.reset();
      if (isNew) setForm(initial);
      onSent(sent);
    },
    onError: (error) => explain(isApiError(error) ? toAppErrors(error, form) : {}),
  });
  const isExplained = Object.keys(errors).length > 0;

  function close() {
    if (sending.isPending) return;
    sending.reset();
    setErrors({});
    if (!isNew) setForm(initial);
    props.onClose();
  }

  function explain(found: AppErrors) {
    // Errors bring themselves into view as they appear; the first fault, which gets the focus, must have the last word.
    flushSync(() => setErrors(found));
    if (found.name) nameInput.current?.focus();
    else if (found.redirects) selectLine(redirectsInput.current, found.redirects[0]?.line ?? 1);
    else if (found.scopes) permissions.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
  }

  function change(part: Partial<AppForm>) {
    setForm({ ...form, ...part });
    const { name, scopes, redirects } = errors;
    setErrors({
      ...(name && !("name" in part) && { name }),
      ...(scopes && !("preset" in part || "levels" in part) && { scopes }),
      ...(redirects && !("redirects" in part || "use" in part) && { redirects }),
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sending.isPending) return;
    const found = validateAppForm(form);
    explain(found);
    if (Object.keys(found).length === 0) sending.mutate(toAppValues(form));
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title={title}
      description={description}
      initialFocus={nameInput}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="relative flex flex-col gap-5">
          <AppFields
            form={form}
            onChange={change}
            errors={errors}
            nameInput={nameInput}
            redirectsInput={redirectsInput}
            permissions={permissions}
          />
          {isExplained ? null : <MutationProblem error={sending.error} {...(onReload && { onReload })} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={sending.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={sending.isPending}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Marks the line that a fault is about, so that typing replaces it. */
function selectLine(area: HTMLTextAreaElement | null, line: number) {
  if (!area) return;
  const before = area.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, text) => sum + text.length + 1, 0);
  const end = area.value.indexOf("\n", start);
  area.focus();
  area.setSelectionRange(start, end === -1 ? area.value.length : end);
}
