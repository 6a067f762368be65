import type { AlertStatus, CameraStatus, Severity } from "@/lib/values";

export const severityLabels: Record<Severity, string> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
  info: "Info",
};

export const alertStatusLabels: Record<AlertStatus, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  resolved: "Resolved",
  dismissed: "Dismissed",
};

export const cameraStatusLabels: Record<CameraStatus, string> = {
  pending: "Pending",
  online: "Online",
  degraded: "Degraded",
  offline: "Offline",
  disabled: "Disabled",
};

/** Shows an alert's severity by shape and color. Without a visible label, screen readers still read its name. */
export function SeverityMark({ severity, withLabel = false }: { severity: Severity; withLabel?: boolean }) {
  const label = severityLabels[severity];
  if (withLabel) return <span className={`mark severity-${severity}`}>{label}</span>;
  return <span role="img" aria-label={label} className={`mark severity-${severity}`} />;
}

export function AlertStatusBadge({ status }: { status: AlertStatus }) {
  return <span className={`mark status-${status}`}>{alertStatusLabels[status]}</span>;
}

export function CameraStatusBadge({ status }: { status: CameraStatus }) {
  return <span className={`mark camera-${status}`}>{cameraStatusLabels[status]}</span>;
}
