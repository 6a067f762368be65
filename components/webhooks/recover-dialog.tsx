"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { chosenOf } from "@/components/forms/form-values";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useForm } from "@/components/forms/use-form";
import { useOpenCount } from "@/components/forms/use-open-count";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { formatQuantity } from "@/components/ui/format-number";
import { RadioGroup } from "@/components/ui/radio-group";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/call";
import { MINUTE_MS } from "@/lib/time";
import type { recoverWebhook } from "@/lib/webhooks/operations";
import type { Webhook } from "@/lib/webhooks/schema";
import { webhooksKey } from "./queries";
import { resendAll, resendRangeOptions, resendRanges, startOfRange } from "./resend-ranges";

/**
 * How long before the first failure to start. The failed delivery was created before it, and a backlog can delay it
 * further.
 */
const BEFORE_FAILURE_MS = 10 * MINUTE_MS;

type RecoverDialogProps = { organization: string; webhook: Webhook; open: boolean; onClose: () => void };

/** Asks since when failed deliveries are sent again. */
export function RecoverDialog(props: RecoverDialogProps) {
  const opening = useOpenCount(props.open);
  return <RecoverForm key={opening} {...props} />;
}

function RecoverForm({ organization, webhook, open, onClose }: RecoverDialogProps) {
  const { id, failing_since: failingSince, enabled } = webhook;
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const form = useForm({
    initial: { range: failingSince ? "failure" : "7d" },
    slots: [],
    async submit({ range }) {
      const since =
        range === "failure" && failingSince
          ? new Date(Date.parse(failingSince) - BEFORE_FAILURE_MS).toISOString()
          : startOfRange(chosenOf(resendRanges, range, "24h"));
      const recovered = await resendAll(since, setDone, async (from) => {
        const body = { since: from };
        const reply = await callApi<typeof recoverWebhook>("POST /webhooks/{id}/recover", {
          organization,
          params: { id },
          body,
        });
        return { done: reply.recovered, next: reply.continue_since };
      });
      onClose();
      toast.success(
        recovered === 0
          ? "No delivery failed in this time"
          : `${formatQuantity(recovered, "delivery is", "deliveries are")} sent again`,
      );
      void queryClient.invalidateQueries({ queryKey: webhooksKey });
      return "leaving";
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || form.isBusy ? undefined : onClose())}
      title="Resend failed deliveries"
      description="Sends deliveries that failed or wait for a retry. Correct the server or the webhook's settings first."
    >
      <form {...form.form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <RadioGroup
            legend="Deliveries created"
            {...form.field("range")}
            options={[
              ...(failingSince
                ? [
                    {
                      value: "failure",
                      label: "Since it started to fail",
                      description: <RelativeTime value={failingSince} />,
                    },
                  ]
                : []),
              ...resendRangeOptions,
            ]}
          />
          {enabled ? null : (
            <p className="rounded-md bg-warning/10 px-3 py-2 text-warning">
              This webhook is disabled. The deliveries are sent after you enable it.
            </p>
          )}
          {form.isBusy && done > 0 ? (
            <p role="status" className="text-muted-foreground tabular-nums">
              {formatQuantity(done, "delivery", "deliveries")} so far
            </p>
          ) : null}
          <MutationProblem error={form.problem} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={form.isBusy}>
            Resend
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
