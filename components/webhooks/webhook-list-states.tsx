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
          A webhook sends each alert or camera event to your own server within seconds, signed and with retries. It
          replaces polling the API.{" "}
          <Link href="/docs/webhooks" className="text-link underline underline-offset-4">
            Read the guide
          </Link>
        </>
      }
      action={action}
    />
  );
}
