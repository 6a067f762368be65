"use client";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { FAILING_WEBHOOK_D } from "@/lib/limits";
import type { Webhook } from "@/lib/webhooks/schema";
import { failingWebhooksOptions } from "./failing-queries";
import { webhookHref, webhookTitle } from "./webhook-labels";

/** Notices for admins about webhooks whose deliveries fail, and about those that failures disabled. */
export function FailingWebhooks({ organization }: { organization: string }) {
  const { data = [] } = useQuery(failingWebhooksOptions(organization));
  if (data.length === 0) return null;
  return (
    <ul aria-label="Failing webhooks" className="mb-4 grid gap-2">
      {data.map((webhook) => (
        <li
          key={webhook.id}
          className={cn(
            "flex items-start gap-2 rounded-md px-3 py-2 text-sm",
            webhook.enabled ? "bg-warning/12 text-warning" : "bg-danger/10 text-danger",
          )}
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p className="min-w-0 wrap-anywhere">
            <Sentence webhook={webhook} />{" "}
            <Link
              href={webhookHref(organization, webhook.id)}
              className="rounded-sm font-medium underline underline-offset-4"
            >
              Open the webhook
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Sentence({ webhook }: { webhook: Webhook }) {
  const { enabled, disabled_at, disabled_reason, failing_since } = webhook;
  const name = <bdi className="font-medium">{webhookTitle(webhook)}</bdi>;
  return enabled ? (
    <>
      Deliveries to {name} started to fail <RelativeTime value={failing_since ?? ""} />.
    </>
  ) : (
    <>
      The webhook to {name} was disabled <RelativeTime value={disabled_at ?? ""} />
      {disabled_reason === "gone"
        ? ", because its server replied with 410 (Gone)."
        : `, after ${FAILING_WEBHOOK_D} days of failures.`}
    </>
  );
}
