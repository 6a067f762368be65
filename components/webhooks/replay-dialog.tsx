"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { chosenOf } from "@/components/forms/form-values";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { useOpenCount } from "@/components/forms/use-open-count";
import { QueryError } from "@/components/shell/query-error";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format-number";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import type { replayWebhook } from "@/lib/webhooks/operations";
import type { Webhook } from "@/lib/webhooks/schema";
import { webhookListOptions, webhooksKey } from "./queries";
import { resendAll, resendRangeOptions, resendRanges, startOfRange } from "./resend-ranges";
import { webhookTitle } from "./webhook-labels";

type ReplayDialogProps = { organization: string; webhook: Webhook; open: boolean; onClose: () => void };

/** Asks to which webhook, and since when, events are sent. */
export function ReplayDialog(props: ReplayDialogProps) {
  const { organization, webhook, open, onClose } = props;
  const opening = useOpenCount(open);
  const query = useQuery({ ...webhookListOptions(organization), enabled: open });
  const targets = query.data?.data.filter(({ id }) => id !== webhook.id);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Send events to another webhook"
      description="Sends the events of this webhook's deliveries to another webhook, with the same IDs. Use it to move to a new server."
    >
      {targets && targets.length > 0 ? (
        <ReplayForm key={opening} {...props} targets={targets} />
      ) : (
        <>
          <DialogBody>
            {targets ? (
              <p className="text-muted-foreground">You have no other webhook. Create one first.</p>
            ) : query.isLoadingError ? (
              <QueryError title="The webhooks didn't load" query={query} />
            ) : (
              <Skeleton className="h-24" />
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>Close</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function ReplayForm({
  organization,
  webhook: { id },
  onClose,
  targets,
}: ReplayDialogProps & { targets: readonly Webhook[] }) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const form = useForm({
    initial: { to: targets[0]?.id ?? "", range: "24h" },
    slots: ["to"],
    async submit({ to, range }) {
      const until = new Date().toISOString();
      const replayed = await resendAll(startOfRange(chosenOf(resendRanges, range, "24h")), setDone, async (since) => {
        const body = { to, since, until };
        const reply = await callApi<typeof replayWebhook>("POST /webhooks/{id}/replay", {
          organization,
          params: { id },
          body,
        });
        return { done: reply.replayed, next: reply.continue_since };
      });
      onClose();
      toast.success(
        replayed === 0
          ? "There was no event in this time"
          : `${formatQuantity(replayed, "event is", "events are")} sent to the other webhook`,
      );
      void queryClient.invalidateQueries({ queryKey: webhooksKey });
      return "leaving";
    },
  });
  const target = targets.find((one) => one.id === form.values.to);
  return (
    <form {...form.form} className="flex min-h-0 flex-1 flex-col">
      <DialogBody className="flex flex-col gap-4">
        <Field label="Send to" error={form.errorOf("to")}>
          <Select {...form.field("to")} options={targets.map((one) => ({ value: one.id, label: webhookTitle(one) }))} />
        </Field>
        <RadioGroup legend="Events" {...form.field("range")} options={resendRangeOptions} />
        <p className="text-xs text-muted-foreground">
          Events that the other webhook already received are sent to it again. Its event types and filter don't apply.
          PagerDuty gets only its own event types.
        </p>
        {target && !target.enabled ? (
          <p className="rounded-md bg-warning/10 px-3 py-2 text-warning">
            The other webhook is disabled. The events are sent after you enable it.
          </p>
        ) : null}
        {form.isBusy && done > 0 ? (
          <p role="status" className="text-muted-foreground tabular-nums">
            {formatQuantity(done, "event")} so far
          </p>
        ) : null}
        <MutationProblem error={form.problem} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={form.isBusy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={form.isBusy}>
          Send events
        </Button>
      </DialogFooter>
    </form>
  );
}
