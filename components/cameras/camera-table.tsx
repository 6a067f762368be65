"use client";
import type { CameraListProps } from "@/components/cameras/camera-cards";
import { CameraLastSeen, CameraReason } from "@/components/cameras/status-line";
import { type ListColumn, ListRowLink, ListTable, NoValue } from "@/components/list/list-table";
import { CameraStatusBadge } from "@/components/shell/status-badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Camera } from "@/lib/cameras/schema";

export function CameraTable({ organization, cameras, siteNames }: CameraListProps) {
  const columns: ListColumn<Camera>[] = [
    {
      label: "Camera",
      cell: ({ id, name }) => (
        <ListRowLink
          href={`/${organization}/cameras/${id}`}
          dir="auto"
          title={name}
          className="block truncate font-medium"
        >
          {name}
        </ListRowLink>
      ),
    },
    {
      label: "Status",
      width: "w-60 @min-[56rem]:w-70",
      cell: (camera) => (
        <span className="flex items-center gap-2">
          <span className="flex shrink-0 @min-[38rem]:w-24">
            <CameraStatusBadge status={camera.status} />
          </span>
          <CameraReason camera={camera} />
        </span>
      ),
    },
    {
      label: "Changed",
      width: "w-28",
      corner: "top",
      className: "text-muted-foreground tabular-nums whitespace-nowrap",
      cell: ({ status_since }) => <RelativeTime value={status_since} />,
    },
    {
      label: "Last seen",
      width: "w-28",
      className: "text-muted-foreground tabular-nums whitespace-nowrap @max-[56rem]:hidden",
      cell: ({ last_seen_at }) => <CameraLastSeen value={last_seen_at} />,
    },
    {
      label: "Site",
      width: "w-44",
      corner: "bottom",
      cell: ({ site_id }) => {
        const site = site_id ? siteNames.get(site_id) : undefined;
        return (
          <span dir="auto" className="block truncate" title={site}>
            {site ?? <NoValue />}
          </span>
        );
      },
    },
    {
      label: "External id",
      width: "w-52",
      className: "text-muted-foreground @max-[66rem]:hidden",
      cell: ({ external_id }) => (
        <span dir="auto" className="block truncate font-mono text-xs" title={external_id ?? undefined}>
          {external_id ?? <NoValue />}
        </span>
      ),
    },
  ];
  return <ListTable label="Cameras" rows={cameras} columns={columns} isInteractive />;
}
