"use client";
import { useQuery } from "@tanstack/react-query";
import { alertTitle } from "@/components/alerts/labels";
import { useTriage } from "@/components/alerts/triage-context";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Alert } from "@/lib/alerts/schema";
import { relatedAlertsOptions } from "./queries";

type RelatedAlertsProps = { alert: Alert; onOpen?: ((id: string) => void) | undefined };

export function RelatedAlerts({ alert, onOpen }: RelatedAlertsProps) {
  const { viewer } = useTriage();
  const related = useQuery(relatedAlertsOptions(viewer.organization, alert));
  if (related.isPending) return <Skeleton className="h-16 w-full" />;
  if (related.isError) return <p className="text-muted-foreground">The alerts didn't load. {related.error.message}</p>;
  const { data, has_more } = related.data;
  if (data.length === 0) {
    return <p className="text-muted-foreground">No other alerts from this camera within an hour.</p>;
  }
  return (
    <>
      <ul className="divide-y divide-border border-y border-border">
        {data.map((other) => (
          <li key={other.id} className="relative flex items-center gap-2 py-1.5 hover:bg-muted/60">
            <SeverityMark severity={other.severity} />
            <Link
              href={`/${viewer.organization}/alerts/${other.id}`}
              onClick={(event) => {
                if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(other.id);
              }}
              dir="auto"
              className="min-w-0 flex-1 truncate text-left after:absolute after:inset-0"
            >
              {alertTitle(other)}
            </Link>
            <AlertStatusBadge status={other.status} />
            <span className="whitespace-nowrap text-xs text-muted-foreground">
              <RelativeTime value={other.occurred_at} />
            </span>
          </li>
        ))}
      </ul>
      {has_more ? (
        <Link
          href={`/${viewer.organization}/alerts?camera_id=${alert.camera_id}`}
          className="mt-1.5 inline-block text-link hover:underline"
        >
          All alerts of this camera
        </Link>
      ) : null}
    </>
  );
}
