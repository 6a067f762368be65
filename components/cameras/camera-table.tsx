import type { CameraListProps } from "@/components/cameras/camera-cards";
import { CameraLastSeen, CameraStatusLine } from "@/components/cameras/status-line";
import { NoValue } from "@/components/list/list-table";
import { Link } from "@/components/ui/link";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

/** On a phone the site and the external id stand below the name, and the last columns are left out. */
export function CameraTable({ organization, cameras, siteNames }: CameraListProps) {
  return (
    <Table label="Cameras" containerClassName="rounded-lg border border-border bg-surface">
      <TableHeader>
        <TableRow>
          <TableHead>Camera</TableHead>
          <TableHead>Status</TableHead>
          <TableHead className="hidden sm:table-cell">Last seen</TableHead>
          <TableHead className="hidden lg:table-cell">Site</TableHead>
          <TableHead className="hidden md:table-cell">External id</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {cameras.map((camera) => {
          const site = camera.site_id ? siteNames.get(camera.site_id) : undefined;
          return (
            <TableRow key={camera.id} interactive className="relative">
              <TableCell className="max-w-36 sm:max-w-64 lg:max-w-80">
                <Link
                  href={`/${organization}/cameras/${camera.id}`}
                  dir="auto"
                  title={camera.name}
                  className="block truncate font-medium text-foreground after:absolute after:inset-0 hover:underline"
                >
                  {camera.name}
                </Link>
                <p dir="auto" className="truncate text-xs text-muted-foreground lg:hidden">
                  {site ?? camera.external_id}
                </p>
              </TableCell>
              <TableCell>
                <CameraStatusLine camera={camera} />
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-muted-foreground sm:table-cell">
                <CameraLastSeen value={camera.last_seen_at} />
              </TableCell>
              <TableCell className="hidden max-w-56 lg:table-cell">
                <span dir="auto" className="block truncate" title={site}>
                  {site ?? <NoValue />}
                </span>
              </TableCell>
              <TableCell className="hidden max-w-48 md:table-cell">
                <span dir="auto" className="block truncate font-mono text-xs" title={camera.external_id ?? undefined}>
                  {camera.external_id ?? <NoValue />}
                </span>
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
