"use client";
import { CircleCheck, CircleX } from "lucide-react";
import { MutationProblem } from "@/components/forms/mutation-problem";
import { useLastNonNull } from "@/components/forms/use-last-non-null";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { formatCount } from "@/components/ui/format-number";
import { LazyCodeBlock } from "@/components/ui/lazy-code-block";
import { Spinner } from "@/components/ui/spinner";
import { describeAttempt } from "@/lib/webhooks/describe-attempt";
import type { Webhook, WebhookTest } from "@/lib/webhooks/schema";
import type { WebhookActionsState } from "./use-webhook-actions";
import { webhookHost, webhookName } from "./webhook-labels";

type TestWebhookDialogProps = {
  subject: Webhook | null;
  test: WebhookActionsState["test"];
  onClose: () => void;
};

/** Shows the result of a test delivery, and sends another one. */
export function TestWebhookDialog({ subject, test, onClose }: TestWebhookDialogProps) {
  const webhook = useLastNonNull(subject);
  if (!webhook) return null;
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`Test of “${webhookName(webhook)}”`}
      description="An example event, sent with the current settings. Tests aren't listed or retried."
    >
      <DialogBody className="flex flex-col gap-3" aria-live="polite" aria-busy={test.isPending}>
        {test.isPending ? (
          <p className="flex items-center gap-2 text-muted-foreground">
            <Spinner />
            Waiting for {webhookHost(webhook)}…
          </p>
        ) : null}
        {test.data ? <TestResult result={test.data} /> : null}
        <MutationProblem error={test.error} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => test.mutate(webhook)} loading={test.isPending}>
          Send again
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function TestResult({ result }: { result: WebhookTest }) {
  const { delivered, status, duration_ms, reply } = result;
  const Icon = delivered ? CircleCheck : CircleX;
  return (
    <>
      <div className="flex items-start gap-2.5">
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${delivered ? "text-success" : "text-danger"}`} />
        <div className="min-w-0">
          <p className="font-medium">
            {delivered ? "Delivered" : "Not delivered"}
            <span className="ml-2 font-normal text-muted-foreground tabular-nums">
              {status === null ? "No reply" : `Status ${status}`} · {formatCount(duration_ms)} ms
            </span>
          </p>
          <p className="mt-0.5 text-muted-foreground">{describeAttempt(result)}</p>
        </div>
      </div>
      {reply ? (
        <LazyCodeBlock label="Reply" code={reply} wrap className="max-h-72 overflow-y-auto" />
      ) : status === null ? null : (
        <p className="text-xs text-muted-foreground">The reply has no body.</p>
      )}
    </>
  );
}
