import { camerasHref } from "@/components/cameras/camera-search";
import { CardBody } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format-number";
import { Link } from "@/components/ui/link";
import type { CameraCounts } from "@/lib/cameras/schema";
import type { CameraStatus } from "@/lib/values";

const parts: readonly { status: CameraStatus; label: string; fill: string; dot: string }[] = [
  { status: "online", label: "Online", fill: "fill-camera-online", dot: "bg-camera-online" },
  { status: "degraded", label: "Degraded", fill: "fill-camera-degraded", dot: "bg-camera-degraded" },
  { status: "offline", label: "Offline", fill: "fill-camera-offline", dot: "bg-camera-offline" },
  { status: "pending", label: "Pending", fill: "fill-camera-pending", dot: "bg-camera-pending" },
  { status: "disabled", label: "Disabled", fill: "fill-camera-disabled", dot: "bg-camera-disabled" },
];

/** The share of each status as a bar, and the numbers as links to the cameras behind them. */
export function Fleet({ organization, counts }: { organization: string; counts: CameraCounts }) {
  if (counts.total === 0) {
    return <p className="border-t border-border px-4 py-3 text-muted-foreground">No cameras are onboarded yet.</p>;
  }
  let start = 0;
  return (
    <CardBody>
      <svg
        aria-hidden
        viewBox={`0 0 ${counts.total} 1`}
        preserveAspectRatio="none"
        className="mb-3 h-2 w-full rounded-full"
      >
        {parts.map(({ status, fill }) => {
          const x = start;
          start += counts.by_status[status];
          return <rect key={status} x={x} width={counts.by_status[status]} height="1" className={fill} />;
        })}
      </svg>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1">
        {parts.map(({ status, label, dot }) => (
          <li key={status}>
            <Link
              href={camerasHref(organization, { status: [status] })}
              className="flex items-center gap-2 rounded-sm py-0.5 hover:underline pointer-coarse:py-2"
            >
              <span aria-hidden className={cn("size-2 rounded-full", dot)} />
              <span className="flex-1">{label}</span>
              <span className="tabular-nums text-muted-foreground">{formatCount(counts.by_status[status])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </CardBody>
  );
}
