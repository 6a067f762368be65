import type { ReactNode } from "react";
import { ListEmpty } from "@/components/list/list-body";
import { Link } from "@/components/ui/link";

/** Shown if there are no webhooks yet. Says what a webhook is for. */
export function NoWebhooks({ action }: { action: ReactNode }) {
  return (
    <ListEmpty
      scene="log"
      title="No webhooks yet"
      description={
        <>
          A webhook sends events of alerts and cameras within seconds, with retries: to your own server, or as messages
          to Slack, Teams, PagerDuty or Discord.{" "}
          <Link href="/docs/webhooks" className="whitespace-nowrap text-link underline underline-offset-4">
            Read the guide
          </Link>
        </>
      }
      action={action}
    />
  );
}
