"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTriage } from "@/components/alerts/triage-context";
import { cameraOptions } from "@/components/cameras/queries";
import { CameraStatusBadge } from "@/components/shell/status-badge";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount } from "@/components/ui/format-number";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Alert } from "@/lib/alerts/schema";
import type { ActorReference } from "@/lib/http/wire";

const sources: Record<ActorReference["kind"], string> = {
  api_key: "API key",
  oauth_app: "OAuth app",
  user: "person",
  automation: "automation",
  system: "system",
};

/** A list of labels and values. They are stacked on phones and side by side on larger screens. */
function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-border border-y border-border">{children}</dl>;
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-1.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words text-right">{children}</dd>
    </div>
  );
}

/** Shows the camera's current status, not its status at the time of the alert. */
export function AlertCameraStatus({ alert }: { alert: Alert }) {
  const { viewer } = useTriage();
  const camera = useQuery(cameraOptions(viewer.organization, alert.camera_id));
  const site = alert.camera?.site;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border border-border bg-surface px-3 py-2.5">
      <div className="min-w-0">
        <Link
          href={`/${viewer.organization}/cameras/${alert.camera_id}`}
          dir="auto"
          className="block truncate text-left font-medium hover:underline"
        >
          {alert.camera?.name ?? camera.data?.name ?? "Camera"}
        </Link>
        <p className="truncate text-muted-foreground">
          <bdi>{site?.name ?? "No site"}</bdi>
          {alert.camera?.external_id ? (
            <>
              {" "}
              · <span className="font-mono text-xs">{alert.camera.external_id}</span>
            </>
          ) : null}
        </p>
      </div>
      {camera.data ? (
        <p className="flex items-center gap-2 text-xs text-muted-foreground">
          <CameraStatusBadge status={camera.data.status} />
          <span>
            since <RelativeTime value={camera.data.status_since} />
          </span>
        </p>
      ) : camera.isError ? (
        <span className="text-xs text-muted-foreground">Its status isn't available right now</span>
      ) : (
        <Skeleton className="h-5 w-28" />
      )}
    </div>
  );
}

export function AlertEvidence({ alert }: { alert: Alert }) {
  return (
    <Facts>
      <Fact name="Confidence">
        {alert.confidence === null ? (
          "Not given"
        ) : (
          <span className="inline-flex items-center gap-2 tabular-nums">
            <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-muted">
              <span className="block h-full bg-primary" style={{ width: `${alert.confidence * 100}%` }} />
            </span>
            {Math.round(alert.confidence * 100)} %
          </span>
        )}
      </Fact>
      <Fact name="Occurred">
        {alert.occurrence_count === 1 ? "Once" : `${formatCount(alert.occurrence_count)} times`}
      </Fact>
      <Fact name={alert.occurrence_count === 1 ? "At" : "First"}>
        <RelativeTime value={alert.occurred_at} mode="absolute" />
      </Fact>
      {alert.occurrence_count > 1 ? (
        <Fact name="Last">
          <RelativeTime value={alert.last_occurred_at} mode="absolute" />
        </Fact>
      ) : null}
      {alert.dedup_key ? (
        <Fact name="Dedup key">
          <span className="break-all font-mono text-xs">{alert.dedup_key}</span>
        </Fact>
      ) : null}
    </Facts>
  );
}

/** Shows when the alert changed, and who made each change. */
export function AlertHistory({ alert }: { alert: Alert }) {
  return (
    <Facts>
      <Fact name="Received">
        <Moment at={alert.created_at} by={alert.source} />
      </Fact>
      {alert.acknowledged_at ? (
        <Fact name="Acknowledged">
          <Moment at={alert.acknowledged_at} by={alert.acknowledged_by} />
        </Fact>
      ) : null}
      {alert.resolved_at ? (
        <Fact name={alert.status === "dismissed" ? "Dismissed" : "Resolved"}>
          <Moment at={alert.resolved_at} by={alert.resolved_by} />
        </Fact>
      ) : null}
      <Fact name="Last change">
        <RelativeTime value={alert.updated_at} />
      </Fact>
      <Fact name="ID">
        <span className="inline-flex max-w-full items-center gap-1">
          <code className="min-w-0 truncate font-mono text-xs">{alert.id}</code>
          <CopyButton iconOnly value={alert.id} label="Copy id" />
        </span>
      </Fact>
    </Facts>
  );
}

function Moment({ at, by }: { at: string; by: ActorReference | null }) {
  return (
    <>
      <RelativeTime value={at} mode="absolute" />
      {by ? (
        <span className="block text-muted-foreground">
          by <bdi>{by.name}</bdi>
          {by.kind === "user" ? null : ` (${sources[by.kind]})`}
        </span>
      ) : null}
    </>
  );
}

export function AlertTags({ tags }: { tags: readonly string[] }) {
  const { viewer } = useTriage();
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="min-w-0 max-w-full">
          <Link
            href={`/${viewer.organization}/alerts?tag=${encodeURIComponent(tag)}`}
            title={`All alerts with the tag ${tag}`}
            className="flex max-w-full hover:underline"
          >
            <Badge tone="outline">
              <bdi className="truncate">{tag}</bdi>
            </Badge>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function AlertMetadata({ metadata }: { metadata: Alert["metadata"] }) {
  return (
    <Facts>
      {Object.entries(metadata).map(([key, value]) => (
        <Fact key={key} name={<bdi className="break-all font-mono text-xs">{key}</bdi>}>
          <bdi className="whitespace-pre-wrap break-all font-mono text-xs">
            {typeof value === "string" ? value : JSON.stringify(value, null, 1)}
          </bdi>
        </Fact>
      ))}
    </Facts>
  );
}
