import { reasonWords } from "@/components/cameras/status-words";
import { CameraStatusBadge } from "@/components/shell/status-badge";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Camera } from "@/lib/cameras/schema";

type StatusLineProps = { camera: Pick<Camera, "status" | "status_reason" | "status_since">; className?: string };

/** A camera's status, why, and since when. */
export function StatusLine({ camera, className }: StatusLineProps) {
  return (
    <div className={cn("flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5", className)}>
      <CameraStatusBadge status={camera.status} />
      <span className="min-w-0 text-xs text-muted-foreground">
        {reasonWords[camera.status_reason]}{" "}
        <span className="whitespace-nowrap">
          · <RelativeTime value={camera.status_since} />
        </span>
      </span>
    </div>
  );
}

export function LastSeen({ value }: { value: string | null }) {
  return value ? <RelativeTime value={value} /> : <span className="text-muted-foreground">Never</span>;
}
