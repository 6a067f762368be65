"use client";
import { useQuery } from "@tanstack/react-query";
import { camerasHref } from "@/components/cameras/camera-search";
import { cameraCountsOptions, impairedCamerasOptions, impairedFilter } from "@/components/cameras/queries";
import { CameraStatusLine } from "@/components/cameras/status-line";
import { Fleet } from "@/components/home/fleet";
import { QueryError } from "@/components/shell/query-error";
import { ButtonLink } from "@/components/ui/button";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { formatCount } from "@/components/ui/format-number";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Camera } from "@/lib/cameras/schema";

const IMPAIRED_SHOWN = 6;

export function AttentionCameras({ organization }: { organization: string }) {
  const counts = useQuery(cameraCountsOptions(organization));
  const cameras = useQuery(impairedCamerasOptions(organization));
  const list = worstFirst(cameras.data?.data ?? []).slice(0, IMPAIRED_SHOWN);
  const total = counts.data?.total ?? 0;
  const ill = counts.data ? counts.data.by_status.offline + counts.data.by_status.degraded : list.length;
  return (
    <Card aria-label="Cameras">
      <CardHeader
        title="Cameras"
        actions={
          <ButtonLink href={`/${organization}/cameras`} variant="link" size="sm">
            {total > 0 ? `All ${formatCount(total)}` : "All"}
          </ButtonLink>
        }
      />
      {counts.isPending || cameras.isPending ? <Skeleton className="mx-4 mb-4 h-48" /> : null}
      <QueryError
        title="The cameras didn't load"
        query={counts.isLoadingError ? counts : cameras}
        retry={() => {
          void counts.refetch();
          void cameras.refetch();
        }}
        className="py-8"
      />
      {counts.data ? <Fleet organization={organization} counts={counts.data} /> : null}
      {list.length > 0 ? (
        <ul className="divide-y divide-border border-t border-border">
          {list.map((camera) => (
            <li key={camera.id} className="relative px-4 py-2 hover:bg-muted/60">
              <Link
                href={`/${organization}/cameras/${camera.id}`}
                dir="auto"
                title={camera.name}
                className="block truncate font-medium after:absolute after:inset-0"
              >
                {camera.name}
              </Link>
              <CameraStatusLine camera={camera} className="mt-0.5" />
            </li>
          ))}
        </ul>
      ) : null}
      {cameras.data && list.length === 0 && total > 0 ? (
        <p className="border-t border-border px-4 py-3 text-muted-foreground">No camera is offline or degraded.</p>
      ) : null}
      {ill > list.length && list.length > 0 ? (
        <CardFooter>
          <span className="text-muted-foreground">
            {list.length} of {formatCount(ill)}
          </span>
          <ButtonLink href={camerasHref(organization, impairedFilter)} variant="link" size="sm">
            View all
          </ButtonLink>
        </CardFooter>
      ) : null}
    </Card>
  );
}

/** Sorts offline cameras before degraded ones, each by latest status change. */
function worstFirst(cameras: readonly Camera[]): Camera[] {
  return cameras.toSorted((a, b) => b.status.localeCompare(a.status) || b.status_since.localeCompare(a.status_since));
}
