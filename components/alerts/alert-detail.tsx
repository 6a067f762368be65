"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AlertActions } from "@/components/alerts/alert-actions";
import {
  AlertCameraStatus,
  AlertEvidence,
  AlertHistory,
  AlertMetadata,
  AlertTags,
} from "@/components/alerts/alert-facts";
import { AlertJson } from "@/components/alerts/alert-json";
import { AlertMedia } from "@/components/alerts/alert-media";
import { DispositionForm } from "@/components/alerts/disposition-form";
import { alertTitle, formatName } from "@/components/alerts/labels";
import { RelatedAlerts } from "@/components/alerts/related-alerts";
import { useTriage } from "@/components/alerts/triage-context";
import { failedRequestId, problemMessage } from "@/components/forms/problem-messages";
import { useLiveEvents } from "@/components/live/live-events";
import { ErrorState } from "@/components/shell/error-state";
import { PageHeader } from "@/components/shell/page-header";
import { AlertStatusBadge, SeverityMark } from "@/components/shell/status-badge";
import { ButtonLink } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Alert } from "@/lib/alerts/schema";
import { isApiError } from "@/lib/http/call";
import { type AlertLine, alertOptions } from "./queries";

const REFRESH_MS = 5_000;

type AlertDetailProps = {
  id: string;
  /** The list row, shown until the details have loaded. */
  seed?: AlertLine | undefined;
  layout: "panel" | "page";
  /** The URL of the list from which the page was opened. */
  listAddress?: string | undefined;
  /** Opens another alert in place. If omitted, a link navigates to its page. */
  onOpen?: ((id: string) => void) | undefined;
};

/** Shows all details of one alert. Refetches them while open, so that other people's changes appear. */
export function AlertDetail({ id, seed, layout, listAddress, onOpen }: AlertDetailProps) {
  const { viewer, pending } = useTriage();
  const reading = alertOptions(viewer.organization, id);
  const client = useQueryClient();
  const isOpen = useLiveEvents(viewer.organization, (events) => {
    const isMine = events === null || events.some(({ subject }) => subject.id === id);
    if (isMine) void client.invalidateQueries({ queryKey: reading.queryKey });
  });
  const query = useQuery({ ...reading, refetchInterval: isOpen ? false : REFRESH_MS });
  const alert = query.data;
  const line = alert ?? seed;
  if (!line || (!alert && query.isError)) {
    return (
      <>
        {layout === "page" ? <PageHeader title="Alert" breadcrumbs={wayUp(listAddress)} /> : null}
        {query.isError ? <DetailError error={query.error} onRetry={() => void query.refetch()} /> : <DetailSkeleton />}
      </>
    );
  }
  const title = (
    <span id={`title-${id}`} dir="auto" className="break-words">
      {alertTitle(line)}
    </span>
  );
  return (
    <article aria-labelledby={`title-${id}`} className="@container flex flex-col gap-5">
      <header className="flex flex-col gap-2">
        {layout === "page" ? (
          <PageHeader title={title} breadcrumbs={wayUp(listAddress)} />
        ) : (
          <h2 className="text-pretty text-lg font-semibold tracking-tight">{title}</h2>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <SeverityMark severity={line.severity} withLabel />
          <AlertStatusBadge status={pending.get(id)?.status ?? line.status} />
          {line.occurrence_count > 1 ? (
            <span className="text-xs font-medium tabular-nums text-muted-foreground">
              ×{formatCount(line.occurrence_count)}
            </span>
          ) : null}
          {query.isError ? (
            <span role="status" className="text-xs text-muted-foreground">
              Connection lost, retrying
            </span>
          ) : null}
        </div>
        <p className="text-muted-foreground">
          {formatName(line.use_case)} · <RelativeTime value={line.occurred_at} mode="absolute" /> (
          <RelativeTime value={line.occurred_at} />)
        </p>
        <AlertActions alert={line} />
      </header>
      {alert ? <DetailBody alert={alert} level={layout === "page" ? 2 : 3} onOpen={onOpen} /> : <BodySkeleton />}
    </article>
  );
}

function wayUp(listAddress: string | undefined) {
  return listAddress ? [{ label: "Alerts", href: listAddress }] : [];
}

type DetailBodyProps = { alert: Alert; level: 2 | 3; onOpen?: ((id: string) => void) | undefined };

function DetailBody({ alert, level, onOpen }: DetailBodyProps) {
  return (
    <>
      <div className="grid gap-5 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <AlertMedia media={alert.media} title={alertTitle(alert)} camera={alert.camera?.name} />
          {alert.description ? (
            <Section level={level} title="Description">
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {alert.description}
              </p>
            </Section>
          ) : null}
          <Section level={level} title="Camera">
            <AlertCameraStatus alert={alert} />
          </Section>
          <Section level={level} title="Evidence">
            <AlertEvidence alert={alert} />
          </Section>
          {alert.status === "resolved" || alert.status === "dismissed" ? (
            <Section level={level} title="Disposition">
              <DispositionForm key={alert.id} alert={alert} />
            </Section>
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Section level={level} title="History">
            <AlertHistory alert={alert} />
          </Section>
          {alert.tags.length > 0 ? (
            <Section level={level} title="Tags">
              <AlertTags tags={alert.tags} />
            </Section>
          ) : null}
          {Object.keys(alert.metadata).length > 0 ? (
            <Section level={level} title="Metadata">
              <AlertMetadata metadata={alert.metadata} />
            </Section>
          ) : null}
          <Section level={level} title="Same camera, within an hour">
            <RelatedAlerts alert={alert} onOpen={onOpen} />
          </Section>
        </div>
      </div>
      <AlertJson alert={alert} />
    </>
  );
}

function Section({ level, title, children }: { level: 2 | 3; title: string; children: ReactNode }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section>
      <Heading className="mb-1.5 text-xs font-medium text-muted-foreground">{title}</Heading>
      {children}
    </section>
  );
}

function DetailError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { viewer } = useTriage();
  const isGone = isApiError(error) && error.status === 404;
  return (
    <ErrorState
      level={2}
      title={isGone ? "Alert not found" : "The alert didn't load"}
      detail={
        isGone ? "It isn't in this organization, or it was deleted after the retention period." : problemMessage(error)
      }
      requestId={failedRequestId(error) ?? undefined}
      {...(isGone
        ? { action: <ButtonLink href={`/${viewer.organization}/alerts`}>All alerts</ButtonLink> }
        : { onRetry })}
    />
  );
}

function DetailSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <span role="status" className="sr-only">
        Loading the alert
      </span>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-7 w-3/4" />
      <Skeleton className="h-8 w-64" />
      <BodySkeleton />
    </div>
  );
}

function BodySkeleton() {
  return (
    <>
      <Skeleton className="aspect-video w-full" />
      <Skeleton className="h-24 w-full" />
    </>
  );
}
