"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { alertSearch } from "@/components/alerts/alert-search";
import { alertCountOptions, attentionFilter, attentionOptions } from "@/components/alerts/overview-queries";
import { alertsKey } from "@/components/alerts/queries";
import { camerasHref } from "@/components/cameras/camera-search";
import { cameraCountsOptions, camerasKey } from "@/components/cameras/queries";
import { AttentionAlerts } from "@/components/home/attention-alerts";
import { AttentionCameras } from "@/components/home/attention-cameras";
import { NumberTile } from "@/components/home/number-tile";
import { useLiveQueries } from "@/components/live/use-live-queries";
import { PageHeader } from "@/components/shell/page-header";
import { StaleNotice } from "@/components/shell/stale-notice";

type HomeOverviewProps = {
  organization: { slug: string; name: string };
  /** The first steps. Null for people who aren't allowed to take them, and after they are completed or hidden. */
  firstSteps: ReactNode;
  /** The notices about webhooks that fail. Null for people who aren't admins. */
  webhookNotices: ReactNode;
};

export function HomeOverview({ organization, firstSteps, webhookNotices }: HomeOverviewProps) {
  const { slug } = organization;
  useLiveQueries(slug, [
    [...alertsKey, slug],
    [...camerasKey, slug],
  ]);
  const attention = useQuery(attentionOptions(slug));
  const open = useQuery(alertCountOptions(slug, "open"));
  const acknowledged = useQuery(alertCountOptions(slug, "acknowledged"));
  const cameras = useQuery(cameraCountsOptions(slug));
  const alertsHref = (filter: Parameters<typeof alertSearch.format>[0]) =>
    `/${slug}/alerts?${alertSearch.format(filter)}`;

  return (
    <>
      <PageHeader title="Needs attention" description={<bdi>{organization.name}</bdi>} />
      <StaleNotice query={attention} />
      {webhookNotices}
      {firstSteps}
      <ul className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <NumberTile
          label="Critical or high"
          query={attention}
          value={attention.data?.total}
          href={alertsHref(attentionFilter)}
          mark="severity-critical"
        />
        <NumberTile label="Open alerts" query={open} value={open.data?.total} href={alertsHref({ status: ["open"] })} />
        <NumberTile
          label="Acknowledged"
          query={acknowledged}
          value={acknowledged.data?.total}
          href={alertsHref({ status: ["acknowledged"] })}
        />
        <NumberTile
          label="Cameras offline"
          query={cameras}
          value={cameras.data?.by_status.offline}
          href={camerasHref(slug, { status: ["offline"] })}
          mark="camera-offline"
        />
      </ul>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <AttentionAlerts organization={slug} href={alertsHref(attentionFilter)} />
        <AttentionCameras organization={slug} />
      </div>
    </>
  );
}
