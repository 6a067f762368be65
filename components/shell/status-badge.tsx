import type { AlertStatus, CameraStatus, Severity } from "@/lib/values";

const severityStyles: Record<Severity, { label: string; text: string; bars: 0 | 1 | 2 | 3 | 4 }> = {
  critical: { label: "Critical", text: "text-severity-critical", bars: 4 },
  high: { label: "High", text: "text-severity-high", bars: 3 },
  medium: { label: "Medium", text: "text-severity-medium", bars: 2 },
  low: { label: "Low", text: "text-severity-low", bars: 1 },
  info: { label: "Info", text: "text-severity-info", bars: 0 },
};

const alertStyles: Record<AlertStatus, { label: string; classes: string }> = {
  open: { label: "Open", classes: "pill filled text-alert-open" },
  acknowledged: { label: "Acknowledged", classes: "pill text-alert-acknowledged" },
  resolved: { label: "Resolved", classes: "pill text-alert-resolved" },
  dismissed: { label: "Dismissed", classes: "pill quiet text-alert-dismissed" },
};

const cameraStyles: Record<CameraStatus, { label: string; classes: string }> = {
  pending: { label: "Pending", classes: "pill text-camera-pending" },
  online: { label: "Online", classes: "pill filled text-camera-online" },
  degraded: { label: "Degraded", classes: "pill text-camera-degraded" },
  offline: { label: "Offline", classes: "pill text-camera-offline" },
  disabled: { label: "Disabled", classes: "pill quiet text-camera-disabled" },
};

/** Told apart by shape as well as colour; without the visible label its name is still read out. */
export function SeverityMark({ severity, withLabel = false }: { severity: Severity; withLabel?: boolean }) {
  const { label, text, bars } = severityStyles[severity];
  return (
    <span className={`severity ${text}`}>
      <svg aria-hidden viewBox="0 0 16 16">
        {bars === 4 ? (
          <path
            fillRule="evenodd"
            d="M4 1.5h8A2.5 2.5 0 0 1 14.5 4v8a2.5 2.5 0 0 1-2.5 2.5H4A2.5 2.5 0 0 1 1.5 12V4A2.5 2.5 0 0 1 4 1.5Zm3.1 3 .25 4.5h1.3l.25-4.5H7.1ZM8 10.4a.95.95 0 1 0 0 1.9.95.95 0 0 0 0-1.9Z"
          />
        ) : (
          [1, 2, 3].map((bar) => (
            <rect
              key={bar}
              x={bar * 4.5 - 2.75}
              y={bars === 0 ? 7 : 13.5 - bar * 3.5}
              width="3"
              height={bars === 0 ? 2 : bar * 3.5}
              rx="1"
              className={bars === 0 || bar <= bars ? undefined : "unlit"}
            />
          ))
        )}
      </svg>
      <span className={withLabel ? undefined : "sr-only"}>{label}</span>
    </span>
  );
}

export function AlertStatusBadge({ status }: { status: AlertStatus }) {
  const { label, classes } = alertStyles[status];
  return <span className={classes}>{label}</span>;
}

export function CameraStatusBadge({ status }: { status: CameraStatus }) {
  const { label, classes } = cameraStyles[status];
  return <span className={classes}>{label}</span>;
}
