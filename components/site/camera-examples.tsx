import { CameraStatusBadge } from "@/components/shell/status-badge";
import type { CameraStatus } from "@/lib/values";

const cameras: { name: string; site: string; status: CameraStatus; reason: string }[] = [
  { name: "Gate 2", site: "Harbour North", status: "online", reason: "Heartbeats arrive on time" },
  { name: "Dock 3", site: "Harbour North", status: "degraded", reason: "Reports fewer frames than it should" },
  { name: "Hall B, aisle 4", site: "Depot East", status: "offline", reason: "No heartbeat within its grace period" },
  { name: "Charging area", site: "Depot East", status: "pending", reason: "Added, not seen yet" },
];

export function CameraExamples() {
  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
      {cameras.map((camera) => (
        <li key={camera.name} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
          <span className="w-40 font-medium">{camera.name}</span>
          <span className="hidden w-32 text-muted-foreground sm:block">{camera.site}</span>
          <span className="w-24">
            <CameraStatusBadge status={camera.status} />
          </span>
          <span className="min-w-0 basis-full text-muted-foreground md:basis-0 md:grow">{camera.reason}</span>
        </li>
      ))}
    </ul>
  );
}
