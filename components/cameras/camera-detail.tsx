"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CameraEvidence } from "@/components/cameras/camera-evidence";
import { CameraFacts } from "@/components/cameras/camera-facts";
import { heartbeatSamples } from "@/components/cameras/snippets";
import { useLiveQueries } from "@/components/live/use-live-queries";
import { PageHeader } from "@/components/shell/page-header";
import { QueryError } from "@/components/shell/query-error";
import { StaleNotice } from "@/components/shell/stale-notice";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { KEY_VARIABLE } from "@/lib/keys/key-variable";
import type { SiteName } from "@/lib/sites/schema";
import { cameraOptions, cameraStatusOptions, camerasKey } from "./queries";

type CameraDetailProps = {
  organization: string;
  id: string;
  sites: readonly SiteName[];
  /** The API's base URL, which ends in `/api/v1`. */
  baseUrl: string;
  /** The list of the camera's latest alerts. */
  alerts: ReactNode;
};

export function CameraDetail({ organization, id, sites, baseUrl, alerts }: CameraDetailProps) {
  useLiveQueries(organization, [[...camerasKey, organization]], ({ subject, data }) => {
    return subject.id === id || data.alert?.camera_id === id;
  });
  const reading = useQuery(cameraOptions(organization, id));
  const status = useQuery(cameraStatusOptions(organization, id));
  const camera = reading.data;
  const breadcrumbs = [{ label: "Cameras", href: `/${organization}/cameras` }];

  if (!camera) {
    return (
      <>
        <PageHeader title="Camera" breadcrumbs={breadcrumbs} />
        {reading.isLoadingError ? (
          <QueryError title="The camera didn't load" query={reading} />
        ) : (
          <div aria-busy="true" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <Skeleton className="h-48 rounded-lg" />
            <Skeleton className="h-72 rounded-lg" />
          </div>
        )}
      </>
    );
  }

  const siteName = sites.find((site) => site.id === camera.site_id)?.name;
  return (
    <>
      <PageHeader
        title={
          <span dir="auto" className="break-words">
            {camera.name}
          </span>
        }
        description={siteName ? <bdi>{siteName}</bdi> : undefined}
        breadcrumbs={breadcrumbs}
        actions={<CopyButton value={camera.id} label="Copy id" />}
      />
      <StaleNotice query={status} isPolled />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          {status.data ? <CameraEvidence report={status.data} /> : <Skeleton className="h-48 rounded-lg" />}
          {alerts}
          <section aria-labelledby="heartbeat" className="min-w-0">
            <h2 id="heartbeat" className="mb-1 text-sm font-semibold">
              Send a heartbeat
            </h2>
            <p className="mb-2 text-muted-foreground">
              An empty POST is enough. <code className="font-mono text-xs">{KEY_VARIABLE}</code> is an API key with the
              scope <code className="font-mono text-xs">cameras:write</code>.
            </p>
            <CodeBlock label="Heartbeat" samples={heartbeatSamples(baseUrl, camera.id)} />
          </section>
        </div>
        <div className="grid min-w-0 gap-4">
          <CameraFacts organization={organization} camera={camera} siteName={siteName} />
          <details className="disclosure min-w-0">
            <summary className="mb-2 w-fit rounded-sm text-sm font-semibold">As JSON</summary>
            <CodeBlock label="GET /cameras/{id}" code={JSON.stringify(camera, null, 2)} />
          </details>
        </div>
      </div>
    </>
  );
}
