"use client";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "@/components/live/use-live-queries";
import { QueryError } from "@/components/shell/query-error";
import { ButtonLink } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format-number";
import { Skeleton } from "@/components/ui/skeleton";
import { AlertLines } from "./alert-lines";
import { alertSearch } from "./alert-search";
import { cameraAlertsOptions } from "./overview-queries";
import { alertsKey } from "./queries";

type CameraAlertsProps = { organization: string; cameraId: string };

/** Lists the latest alerts of one camera, with live updates. */
export function CameraAlerts({ organization, cameraId }: CameraAlertsProps) {
  useLiveQueries(organization, [[...alertsKey, organization, "of-camera"]], ({ subject, data }) => {
    return subject.id === cameraId || data.alert?.camera_id === cameraId;
  });
  const alerts = useQuery(cameraAlertsOptions(organization, cameraId));
  const all = `/${organization}/alerts?${alertSearch.format({ camera_id: [cameraId] })}`;
  return (
    <Card aria-labelledby="camera-alerts">
      <CardHeader
        title={<span id="camera-alerts">Latest alerts</span>}
        actions={
          alerts.data?.data.length ? (
            <ButtonLink href={all} variant="link" size="sm">
              {alerts.data.has_more
                ? `View all ${alerts.data.total ? formatCount(alerts.data.total) : ""}`
                : "View in alerts"}
            </ButtonLink>
          ) : undefined
        }
      />
      {alerts.isPending ? <Skeleton className="mx-4 mb-4 h-32" /> : null}
      <QueryError title="The alerts didn't load" query={alerts} className="py-8" />
      {alerts.data?.data.length === 0 ? (
        <EmptyState
          level={3}
          scene="quiet"
          title="No alerts"
          description="This camera has no alerts yet."
          className="border-t border-border py-8"
        />
      ) : null}
      {alerts.data?.data.length ? (
        <AlertLines organization={organization} alerts={alerts.data.data} withStatus />
      ) : null}
    </Card>
  );
}
