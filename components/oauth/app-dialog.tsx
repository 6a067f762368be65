"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { isScopeField } from "@/components/credentials/scopes";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { AppFields } from "@/components/oauth/app-fields";
import {
  type AppFieldValues,
  type AppSlot,
  type AppValues,
  appFormScopes,
  blankApp,
  findAddressFaults,
  findAppChanges,
  toAppFields,
  toAppValues,
  tokenLife,
} from "@/components/oauth/app-form";
import { findRefusedLines, type RedirectFault, readRedirectLines } from "@/components/oauth/redirect-lines";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { callApi, ifMatch } from "@/lib/http/call";
import { messages } from "@/lib/messages";
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
      description={`The app gets a client ID and secret, which it exchanges for tokens that last ${tokenLife}.`}
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
  /** Called with the app's current values if someone else changed it. */
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
      description="If you remove a permission, existing tokens lose it immediately. If you add one, customers have to authorize the app again."
      action="Save"
      initial={toAppFields(app)}
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
  /** Whether the dialog creates an app. It then keeps the input when closed, and resets after success. */
  isNew?: boolean;
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  action: string;
  initial: AppFieldValues;
  send: (values: AppValues) => Promise<Sent>;
  /** Loads the app's current values into the form. Omitted for a new app. */
  onReload?: () => Promise<unknown>;
  onSent: (sent: Sent) => void;
};

function AppDialog<Sent>(props: AppDialogProps<Sent>) {
  const { isNew = false, open, title, description, action, initial, send, onReload, onSent } = props;
  const nameInput = useRef<HTMLInputElement>(null);
  const redirectsInput = useRef<HTMLTextAreaElement>(null);
  const firstFault = useRef(1);
  const form = useForm<keyof AppFieldValues, AppSlot>({
    initial,
    slots: ["name", "redirect_uris", "scopes"],
    slotOf: (field) => (isScopeField(field) ? "scopes" : field === "name" ? field : "redirect_uris"),
    validate: (values) => ({
      name: values.name === "" ? "Enter a name. People who authorize the app see it." : undefined,
      redirect_uris: redirectErrors(findAddressFaults(values)),
      scopes: appFormScopes(values).length === 0 ? messages.noPermission : undefined,
    }),
    async submit(values) {
      onSent(await send(toAppValues(values)));
      return isNew ? "done" : "saved";
    },
    explain: (slot, issues, { redirects }) =>
      slot === "redirect_uris" ? redirectErrors(findRefusedLines(issues, readRedirectLines(redirects))) : undefined,
  });
  const redirectError = form.errorOf("redirect_uris");

  useEffect(() => {
    // The form focuses its first error. If that is the field of redirect URIs, select the invalid line.
    const area = redirectsInput.current;
    if (redirectError && area === document.activeElement) selectLine(area, firstFault.current);
  }, [redirectError]);

  function redirectErrors(faults: readonly RedirectFault[]): ReactNode {
    firstFault.current = faults[0]?.line ?? 1;
    if (faults.length === 0) return undefined;
    return faults.map(({ line, detail }) => (
      <span key={`${line} ${detail}`} className="block">
        Line {line}: {detail}
      </span>
    ));
  }

  function close() {
    if (form.isBusy) return;
    if (isNew) form.forgive();
    else form.reset();
    props.onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title={title}
      description={description}
      initialFocus={nameInput}
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="relative flex flex-col gap-5">
          <AppFields
            values={form.values}
            field={form.field}
            errorOf={form.errorOf}
            nameInput={nameInput}
            redirectsInput={redirectsInput}
          />
          <MutationProblem error={form.problem} {...(onReload && { onReload })} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={form.isBusy}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Selects the invalid line, so that typing replaces it. */
function selectLine(area: HTMLTextAreaElement | null, line: number) {
  if (!area) return;
  const before = area.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, text) => sum + text.length + 1, 0);
  const end = area.value.indexOf("\n", start);
  area.focus();
  area.setSelectionRange(start, end === -1 ? area.value.length : end);
}
