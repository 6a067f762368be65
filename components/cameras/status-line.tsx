import { CameraStatusBadge } from "@/components/shell/status-badge";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Camera } from "@/lib/cameras/schema";
import { listedReason } from "./status-labels";

type StatusLineProps = { camera: Pick<Camera, "status" | "status_reason" | "status_since">; className?: string };
type CameraReasonProps = { camera: Pick<Camera, "status" | "status_reason"> };

/**
 * Shows a camera's status, when it started, and its reason. The separator is hidden if the reason wraps to a new
 * line.
 */
export function CameraStatusLine({ camera, className }: StatusLineProps) {
  const reason = listedReason(camera);
  return (
    <div className={cn("min-w-0 overflow-hidden", className)}>
      <div className="-ml-3 flex flex-wrap items-center gap-y-0.5 text-xs text-muted-foreground">
        <span className="ml-3">
          <CameraStatusBadge status={camera.status} />
        </span>
        <span className="ml-2 whitespace-nowrap">
          <RelativeTime value={camera.status_since} />
        </span>
        {reason ? (
          <span className="relative pl-3 before:absolute before:left-1 before:content-['·']">{reason}</span>
        ) : null}
      </div>
    </div>
  );
}

/** Shows why a camera isn't online, on one line. Renders nothing for online cameras. */
export function CameraReason({ camera }: CameraReasonProps) {
  const reason = listedReason(camera);
  if (!reason) return null;
  return (
    <span title={reason} className="truncate text-xs text-muted-foreground">
      {reason}
    </span>
  );
}

export function CameraLastSeen({ value }: { value: string | null }) {
  return value ? <RelativeTime value={value} /> : <span className="text-muted-foreground">Never</span>;
}
