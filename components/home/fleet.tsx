import { camerasHref } from "@/components/cameras/camera-search";
import { cameraStatusLabels } from "@/components/shell/status-badge";
import { CardBody } from "@/components/ui/card";
import { formatCount } from "@/components/ui/format-number";
import { Link } from "@/components/ui/link";
import type { CameraCounts } from "@/lib/cameras/schema";
import type { CameraStatus } from "@/lib/values";

const parts: readonly CameraStatus[] = ["online", "degraded", "offline", "pending", "disabled"];

/** Shows a bar with the share of each camera status. The counts link to the cameras. */
export function Fleet({ organization, counts }: { organization: string; counts: CameraCounts }) {
  if (counts.total === 0) {
    return <p className="border-t border-border px-4 py-3 text-muted-foreground">No cameras yet.</p>;
  }
  return (
    <CardBody>
      <div aria-hidden className="mb-3 flex h-2 gap-px overflow-hidden rounded-sm">
        {parts.map((status) => (
          <span key={status} style={{ flexGrow: counts.by_status[status] }} className={`share camera-${status}`} />
        ))}
      </div>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1">
        {parts.map((status) => (
          <li key={status}>
            <Link
              href={camerasHref(organization, { status: [status] })}
              className="flex items-center gap-2 rounded-sm py-0.5 hover:underline pointer-coarse:py-2"
            >
              <span aria-hidden className={`mark camera-${status}`} />
              <span className="flex-1">{cameraStatusLabels[status]}</span>
              <span className="tabular-nums text-muted-foreground">{formatCount(counts.by_status[status])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </CardBody>
  );
}
