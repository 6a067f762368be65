import { Bullets, Facts } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import { CameraStatusBadge } from "@/components/shell/status-badge";
import { formatCount } from "@/components/ui/format-number";
import { cameraCreateSchema } from "@/lib/cameras/schema";
import { MAX_RECONNECTS, MIN_FPS } from "@/lib/cameras/status";
import { MAX_HEARTBEATS, STATUS_HISTORY_D } from "@/lib/limits";
import { type CameraStatus, type CameraStatusReason, cameraStatusReasons } from "@/lib/values";

const { heartbeat_timeout_s: TIMEOUT_S, offline_grace_s: GRACE_S } = cameraCreateSchema.parse({ name: "defaults" });

const reasons: Record<CameraStatusReason, { status: CameraStatus; evidence: string }> = {
  never_seen: { status: "pending", evidence: "It was onboarded and has not been heard of yet" },
  heartbeats_on_time: { status: "online", evidence: "The last heartbeat came in time and reported nothing wrong" },
  heartbeat_late: { status: "degraded", evidence: "A heartbeat is overdue and the grace still runs" },
  low_frame_rate: { status: "degraded", evidence: `It reported fewer than ${MIN_FPS} frames per second` },
  reconnecting: {
    status: "degraded",
    evidence: `It reported more than ${MAX_RECONNECTS} reconnects since the heartbeat before`,
  },
  error_reported: { status: "degraded", evidence: "Its last heartbeat named an error" },
  heartbeats_stopped: { status: "offline", evidence: "Neither the timeout nor the grace brought a heartbeat" },
  turned_off: { status: "disabled", evidence: "Somebody set `enabled` to false" },
};

export const cameraStatusGuide: GuideContent = {
  slug: "camera-status",
  title: "Camera status",
  lead: "A camera is what its heartbeats say. The status is worked out at the moment you read it, and always comes with its evidence.",
  sections: (reader) => [
    {
      id: "heartbeats",
      title: "Send heartbeats",
      blocks: [
        `A heartbeat says that a camera is alive, and more if you know more. Name the camera by your own \`external_id\` or by \`camera_id\`; up to ${formatCount(MAX_HEARTBEATS)} of them fit in one request, each with its own result.`,
        <CodeSamples
          key="heartbeats"
          label="Send heartbeats"
          request={{
            method: "POST",
            url: `${reader.baseUrl}/api/v1/cameras/heartbeats`,
            authorized: true,
            body: {
              heartbeats: [
                { external_id: "rtm-dock-3-east", fps: 24.8, reconnects: 0 },
                { external_id: "rtm-main-gate", fps: 25 },
              ],
            },
          }}
        />,
        "A camera that reports for itself calls [`POST /cameras/{id}/heartbeat`](/docs/reference/sendHeartbeat), where an empty body will do. Send one at least twice per timeout, so that a single lost request changes nothing.",
      ],
    },
    {
      id: "timeline",
      title: "From online to offline",
      blocks: [
        "Each camera has two numbers. `heartbeat_timeout_s` is how long silence is normal, `offline_grace_s` how long after that it is only suspicious. A blip that ends within the grace makes no event, so nobody is woken by it.",
        <Timeline key="timeline" />,
      ],
    },
    {
      id: "statuses",
      title: "Status and evidence",
      blocks: [
        "`status_reason` says why, and `status_since` since when. When several reasons hold, the worst one is shown.",
        <Facts
          key="reasons"
          label="Status reasons"
          head={["Reason", "Status", "Evidence"]}
          rows={cameraStatusReasons.map((reason) => [
            `\`${reason}\``,
            reasons[reason].status,
            reasons[reason].evidence,
          ])}
        />,
      ],
    },
    {
      id: "history",
      title: "History",
      blocks: [
        `Each change is kept for ${STATUS_HISTORY_D} days, at the moment when it really happened, whether somebody was reading or not. [The history](/docs/reference/listStatusHistory) of a camera lists them newest first. Changes within the grace are no changes.`,
        "The same changes are events, `camera.status_changed`: [Events](/docs/events).",
      ],
    },
    {
      id: "uptime",
      title: "Uptime",
      blocks: [
        "Uptime is worked out from the history: online and degraded are up, offline is down, and the time in which a camera was pending or disabled does not count. It is rounded down, so that 100 means no outage at all.",
        <CodeSamples
          key="uptime"
          label="Uptime of the last days"
          request={{ method: "GET", url: `${reader.baseUrl}/api/v1/analytics/uptime?limit=10`, authorized: true }}
        />,
      ],
    },
    {
      id: "tips",
      title: "Good to know",
      blocks: [
        <Bullets
          key="tips"
          items={[
            "A late report can say when the camera was really seen with `observed_at`.",
            "A disabled camera stays disabled whatever its heartbeats say, until somebody enables it.",
            "An alert of a camera is no heartbeat. Send both.",
          ]}
        />,
      ],
    },
  ],
};

const stretches: { status: CameraStatus; from: string; width: string }[] = [
  { status: "online", from: "heartbeat", width: "grow-[3]" },
  { status: "degraded", from: `after ${TIMEOUT_S} s`, width: "grow-[1]" },
  { status: "offline", from: `after ${TIMEOUT_S + GRACE_S} s`, width: "grow-[2]" },
];

function Timeline() {
  return (
    <figure className="rounded-lg border border-border bg-surface px-4 pt-4 pb-3">
      <ol className="flex flex-col gap-2 sm:flex-row sm:gap-1">
        {stretches.map(({ status, from, width }) => (
          <li
            key={status}
            className={`flex min-w-0 basis-0 flex-col items-start gap-2 border-l-2 border-border pl-2.5 ${width}`}
          >
            <span className="text-xs text-muted-foreground">{from}</span>
            <CameraStatusBadge status={status} />
          </li>
        ))}
      </ol>
      <figcaption className="mt-3 text-xs leading-5 text-muted-foreground">
        A camera with the defaults, a timeout of {TIMEOUT_S} s and a grace of {GRACE_S} s, that falls silent.
      </figcaption>
    </figure>
  );
}
