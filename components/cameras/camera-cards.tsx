import { CameraReason } from "@/components/cameras/status-line";
import { CameraStatusBadge } from "@/components/shell/status-badge";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Camera } from "@/lib/cameras/schema";

export type CameraListProps = {
  organization: string;
  cameras: readonly Camera[];
  siteNames: ReadonlyMap<string, string>;
};

const SHOWN_TAGS = 3;

export function CameraCards({ organization, cameras, siteNames }: CameraListProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
      {cameras.map((camera) => (
        <li
          key={camera.id}
          className="relative flex min-w-0 flex-col rounded-lg border border-border bg-surface px-4 py-3 transition-colors duration-75 focus-within:border-ring hover:border-input"
        >
          <h2 className="text-sm font-semibold">
            <Link
              href={`/${organization}/cameras/${camera.id}`}
              dir="auto"
              title={camera.name}
              className="block truncate after:absolute after:inset-0 after:rounded-lg"
            >
              {camera.name}
            </Link>
          </h2>
          <p className="mt-1 flex items-center gap-2">
            <CameraStatusBadge status={camera.status} />
            <CameraReason camera={camera} />
            <RelativeTime
              value={camera.status_since}
              className="ml-auto whitespace-nowrap text-xs text-muted-foreground"
            />
          </p>
          <Place site={camera.site_id ? siteNames.get(camera.site_id) : undefined} externalId={camera.external_id} />
          <div className="mt-auto flex items-center gap-1 pt-3 text-xs text-muted-foreground">
            <Tags tags={camera.tags} />
            <span className="ml-auto whitespace-nowrap pl-2">
              {camera.last_seen_at ? (
                <>
                  Seen <RelativeTime value={camera.last_seen_at} />
                </>
              ) : (
                "Never seen"
              )}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Place({ site, externalId }: { site: string | undefined; externalId: string | null }) {
  return (
    <p className="mt-2 truncate text-xs text-muted-foreground">
      {site ? <bdi>{site}</bdi> : null}
      {site && externalId ? " · " : null}
      {externalId ? <bdi className="font-mono">{externalId}</bdi> : null}
    </p>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const more = tags.length - SHOWN_TAGS;
  return (
    <>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag} className="min-w-0 shrink">
          <bdi className="truncate">{tag}</bdi>
        </Badge>
      ))}
      {more > 0 ? <Badge tone="outline">+{more}</Badge> : null}
    </>
  );
}
