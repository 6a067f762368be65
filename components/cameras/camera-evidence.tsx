"use client";
import { CameraStatusBadge } from "@/components/shell/status-badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/relative-time";
import type { CameraStatusReport } from "@/lib/cameras/schema";
import { statusReasonLabels } from "./status-labels";

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Formats a duration in the largest unit that leaves no remainder, such as "5 min", "90 s" or "24 h". */
function duration(seconds: number): string {
  if (seconds > 0 && seconds % HOUR_S === 0) return `${seconds / HOUR_S} h`;
  if (seconds > 0 && seconds % MINUTE_S === 0) return `${seconds / MINUTE_S} min`;
  return `${seconds} s`;
}

/** Shows the evidence for a camera's status. */
export function CameraEvidence({ report }: { report: CameraStatusReport }) {
  return (
    <Card>
      <CardHeader
        title="Status"
        description={
          <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
            <CameraStatusBadge status={report.status} />
            <span className="text-foreground">{statusReasonLabels[report.status_reason]}</span>
            <span>
              since <RelativeTime value={report.status_since} mode="absolute" />
            </span>
          </span>
        }
      />
      <CardBody>
        {report.error ? (
          <p dir="auto" className="mb-3 rounded-md bg-warning/12 px-3 py-2 break-words text-warning">
            {report.error}
          </p>
        ) : null}
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
          <Fact label="Last seen">{report.last_seen_at ? <RelativeTime value={report.last_seen_at} /> : "Never"}</Fact>
          <Next report={report} />
          <Fact label="Timeout and grace">
            {duration(report.heartbeat_timeout_s)} + {duration(report.offline_grace_s)}
          </Fact>
          <Fact label="Frame rate">{report.fps === null ? <Unknown /> : `${report.fps} fps`}</Fact>
          <Fact label="Reconnects">{report.reconnects === null ? <Unknown /> : report.reconnects}</Fact>
          {report.error ? null : <Fact label="Error">{report.last_seen_at ? "None reported" : <Unknown />}</Fact>}
        </dl>
      </CardBody>
    </Card>
  );
}

/** Shows when the camera goes late or offline without a heartbeat, or since when it has been offline. */
function Next({ report }: { report: CameraStatusReport }) {
  const { status, late_at, offline_at, checked_at } = report;
  if (!late_at || !offline_at || status === "disabled") return <Fact label="Next heartbeat">Not expected yet</Fact>;
  if (status === "offline") {
    return (
      <Fact label="Offline since">
        <RelativeTime value={offline_at} />
      </Fact>
    );
  }
  const isLate = checked_at > late_at;
  return (
    <Fact label={isLate ? "Goes offline without a heartbeat" : "Heartbeat due"}>
      <RelativeTime value={isLate ? offline_at : late_at} />
    </Fact>
  );
}

function Unknown() {
  return <span className="text-muted-foreground">Not reported</span>;
}
