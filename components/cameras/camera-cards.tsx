import type { ReactNode } from "react";
import { CameraLastSeen, CameraStatusLine } from "@/components/cameras/status-line";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import type { Camera } from "@/lib/cameras/schema";

export type CameraListProps = {
  organization: string;
  cameras: readonly Camera[];
  siteNames: ReadonlyMap<string, string>;
};

const SHOWN_TAGS = 4;

export function CameraCards({ organization, cameras, siteNames }: CameraListProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
      {cameras.map((camera) => {
        const site = camera.site_id ? siteNames.get(camera.site_id) : undefined;
        const more = camera.tags.length - SHOWN_TAGS;
        return (
          <li
            key={camera.id}
            className="relative flex min-w-0 flex-col gap-3 rounded-lg border border-border bg-surface p-4 transition-colors duration-75 focus-within:border-ring hover:border-input"
          >
            <div className="min-w-0">
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
              <CameraStatusLine camera={camera} className="mt-1.5" />
            </div>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
              <Line label="Last seen">
                <CameraLastSeen value={camera.last_seen_at} />
              </Line>
              <Line label="Site">{site ?? "None"}</Line>
              <Line label="External id" mono>
                {camera.external_id ?? "None"}
              </Line>
            </dl>
            {camera.tags.length > 0 ? (
              <p className="mt-auto flex min-w-0 flex-wrap gap-1">
                {camera.tags.slice(0, SHOWN_TAGS).map((tag) => (
                  <Badge key={tag}>
                    <span dir="auto" className="truncate">
                      {tag}
                    </span>
                  </Badge>
                ))}
                {more > 0 ? <Badge tone="outline">{more} more</Badge> : null}
              </p>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function Line({ label, mono, children }: { label: string; mono?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd dir="auto" className={mono ? "truncate text-left font-mono" : "truncate text-left"}>
        {children}
      </dd>
    </>
  );
}
