"use client";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { toastProblem } from "@/components/forms/toast-problem";
import { useRefreshingMutation } from "@/components/forms/use-refreshing-mutation";
import { ErrorState } from "@/components/shell/error-state";
import { QueryError } from "@/components/shell/query-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Fact } from "@/components/ui/fact";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { subjectPath } from "@/lib/events/subject-path";
import { callApi, isApiError } from "@/lib/http/call";
import { DELIVERY_RETENTION_D } from "@/lib/limits";
import type { redeliver } from "@/lib/webhooks/operations";
import type { DeliveryDetail } from "@/lib/webhooks/schema";
import { DeliveryAttempts } from "./delivery-attempts";
import { deliveryStateOf } from "./delivery-labels";
import { deliveryOptions, webhookPageOptions } from "./delivery-queries";
import { webhooksKey } from "./queries";

/** The polling interval while the delivery waits for an attempt. */
const FOLLOW_MS = 2_000;

type DeliveryDetailViewProps = { organization: string; webhookId: string; id: string };

export function DeliveryDetailView({ organization, webhookId, id }: DeliveryDetailViewProps) {
  const query = useQuery({
    ...deliveryOptions(organization, webhookId, id),
    refetchInterval: ({ state: { data } }) => (data?.state === "pending" ? FOLLOW_MS : false),
  });
  if (query.isLoadingError) {
    return isApiError(query.error) && query.error.status === 404 ? (
      <ErrorState
        title="This delivery doesn't exist"
        detail={`Deliveries are kept for ${DELIVERY_RETENTION_D} days.`}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <QueryError title="The delivery didn't load" query={query} />
    );
  }
  if (!query.data) {
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-3 h-24" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  return <FoundDelivery organization={organization} webhookId={webhookId} delivery={query.data} />;
}

type FoundDeliveryProps = { organization: string; webhookId: string; delivery: DeliveryDetail };

function FoundDelivery({ organization, webhookId, delivery }: FoundDeliveryProps) {
  const { data: webhook } = useQuery(webhookPageOptions(organization, webhookId));
  const isPaused = webhook?.enabled === false;
  const { label, tone } = deliveryStateOf(delivery, isPaused);
  const { subject, event_type, event_id, payload, created_at, finished_at } = delivery;
  return (
    <article className="flex flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-mono text-sm font-semibold [overflow-wrap:anywhere]">{event_type}</h2>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted-foreground">
            <Badge tone={tone} dot>
              {label}
            </Badge>
            {finished_at ? <RelativeTime value={finished_at} /> : null}
          </p>
        </div>
        {delivery.state === "canceled" ? null : (
          <SendAgain organization={organization} webhookId={webhookId} id={delivery.id} isDisabled={isPaused} />
        )}
      </header>
      <DeliveryAttempts delivery={delivery} isPaused={isPaused} />
      {payload === null ? (
        <p className="text-muted-foreground">The event was deleted, so there is nothing to send.</p>
      ) : (
        <section aria-label="Request">
          <CodeBlock label="Payload" language="JSON" samples={[payloadSample(payload)]} wrap />
          <p className="mt-1.5 mb-4 text-xs text-muted-foreground">
            Built with the webhook's current settings
            {webhook?.kind === "pagerduty" ? ", without its integration key" : ""}. The copied text has no added line
            breaks.
          </p>
          <CodeBlock label="Headers" language="HTTP" code={headersOf(event_id)} wrap />
        </section>
      )}
      <dl className="grid grid-cols-1 gap-3 @sm:grid-cols-2">
        <Fact label="Subject">
          <Link
            href={subjectPath(organization, subject)}
            className="break-all font-mono text-link text-xs underline-offset-4 hover:underline"
          >
            {subject.id}
          </Link>
        </Fact>
        <Fact label="Created">
          <RelativeTime value={created_at} mode="absolute" />
        </Fact>
        <Fact label="Event ID" copy={event_id} mono />
        <Fact label="Delivery ID" copy={delivery.id} mono />
      </dl>
    </article>
  );
}

const payloadSample = (payload: string) => ({
  label: "Payload",
  code: JSON.stringify(JSON.parse(payload), null, 2),
  copied: payload,
});

/** Returns the headers that every attempt has. The time and the signature differ for each attempt. */
const headersOf = (eventId: string) =>
  [
    "content-type: application/json",
    `webhook-id: ${eventId}`,
    "webhook-timestamp: (seconds since 1970, for each attempt)",
    "webhook-signature: (v1,… for each attempt)",
  ].join("\n");

type SendAgainProps = { organization: string; webhookId: string; id: string; isDisabled: boolean };

function SendAgain({ organization, webhookId, id, isDisabled }: SendAgainProps) {
  const sending = useRefreshingMutation(
    () =>
      callApi<typeof redeliver>("POST /webhooks/{id}/deliveries/{did}/redeliver", {
        organization,
        params: { id: webhookId, did: id },
      }),
    [webhooksKey],
  );
  return (
    <Button
      onClick={() =>
        sending.mutate(undefined, {
          onSuccess: () => toast.success("The delivery is sent again"),
          onError: (error) => toastProblem("The delivery isn't sent again", error),
        })
      }
      loading={sending.isPending}
      disabled={isDisabled}
    >
      <Send aria-hidden />
      Send again
    </Button>
  );
}
