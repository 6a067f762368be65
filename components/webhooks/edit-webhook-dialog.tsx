"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { useOpenCount } from "@/components/forms/use-open-count";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { callApi, ifMatch } from "@/lib/http/call";
import type { createWebhook, getWebhook, updateWebhook } from "@/lib/webhooks/operations";
import type { NewWebhook, Webhook } from "@/lib/webhooks/schema";
import { webhooksKey } from "./queries";
import {
  blankWebhook,
  explainWebhookIssue,
  findWebhookChanges,
  findWebhookFaults,
  toWebhookBody,
  toWebhookFields,
  type WebhookField,
  type WebhookFields,
  type WebhookSlot,
  webhookSlotOf,
  webhookSlots,
} from "./webhook-form";
import { WebhookFormFields } from "./webhook-form-fields";
import { webhookKindWords } from "./webhook-kinds";
import { webhookName } from "./webhook-labels";

type CreateWebhookDialogProps = {
  organization: string;
  open: boolean;
  onClose: () => void;
  onCreated: (created: NewWebhook) => void;
};

export function CreateWebhookDialog({ organization, open, onClose, onCreated }: CreateWebhookDialogProps) {
  return (
    <WebhookDialog
      organization={organization}
      subject={null}
      open={open}
      onClose={onClose}
      title="Create webhook"
      description="Sends events within seconds after they happen, and retries if that fails."
      action="Create webhook"
      initial={blankWebhook}
      send={async (fields) => {
        const body = toWebhookBody(fields);
        const { webhook, secret } = await callApi<typeof createWebhook>("POST /webhooks", { organization, body });
        // The secret is null only for a replayed Idempotency-Key, which pages never send.
        onCreated({ webhook, secret: secret ?? "" });
      }}
    />
  );
}

type EditWebhookDialogProps = {
  organization: string;
  subject: Webhook | null;
  onClose: () => void;
  /** Called with the webhook's current values if someone else changed it. */
  onReload: (webhook: Webhook) => void;
};

export function EditWebhookDialog({ subject, ...props }: EditWebhookDialogProps) {
  const webhook = useLastNonNull(subject);
  const open = subject !== null;
  const opening = useOpenCount(open);
  if (!webhook) return null;
  return <Edit key={`${opening}/${webhook.version}`} {...props} subject={webhook} open={open} />;
}

type EditProps = Omit<EditWebhookDialogProps, "subject"> & { subject: Webhook; open: boolean };

function Edit({ organization, subject, open, onClose, onReload }: EditProps) {
  const queryClient = useQueryClient();
  const params = { id: subject.id };
  return (
    <WebhookDialog
      organization={organization}
      subject={subject}
      open={open}
      onClose={onClose}
      title={`Edit “${webhookName(subject)}”`}
      description={`${webhookKindWords[subject.kind].label}. Event types and filters apply to later events, other changes from the next request on.`}
      action="Save"
      initial={toWebhookFields(subject)}
      send={async (fields) => {
        const body = findWebhookChanges(subject, fields);
        if (Object.keys(body).length > 0) {
          const headers = ifMatch(subject);
          const saved = await callApi<typeof updateWebhook>("PATCH /webhooks/{id}", {
            organization,
            params,
            body,
            headers,
          });
          void queryClient.invalidateQueries({ queryKey: webhooksKey });
          toast.success(`“${webhookName(saved)}” was saved`);
        }
        onClose();
      }}
      onReload={async () => {
        onReload(await callApi<typeof getWebhook>("GET /webhooks/{id}", { organization, params }));
        void queryClient.invalidateQueries({ queryKey: webhooksKey });
      }}
    />
  );
}

type WebhookDialogProps = {
  organization: string;
  /** The edited webhook. Null creates one: the dialog then keeps the input when closed, and resets after success. */
  subject: Webhook | null;
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  action: string;
  initial: WebhookFields;
  send: (fields: WebhookFields) => Promise<void>;
  /** Loads the webhook's current values into the form. Omitted for a new webhook. */
  onReload?: () => Promise<unknown>;
};

function WebhookDialog(props: WebhookDialogProps) {
  const { organization, subject, open, title, description, action, initial, send, onReload } = props;
  const urlInput = useRef<HTMLInputElement>(null);
  const form = useForm<WebhookField, WebhookSlot>({
    initial,
    slots: webhookSlots,
    slotOf: webhookSlotOf,
    validate: (values) => findWebhookFaults(values, subject ?? undefined),
    explain: explainWebhookIssue,
    async submit(fields) {
      await send(fields);
      return subject === null ? "done" : "saved";
    },
  });

  /** Closes the dialog, keeps the input and clears the errors. */
  function close() {
    if (form.isBusy) return;
    form.forgive();
    props.onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : close())}
      title={title}
      description={description}
      size="lg"
      initialFocus={urlInput}
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="relative flex flex-col gap-5">
          <WebhookFormFields organization={organization} form={form} urlInput={urlInput} subject={subject} />
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
