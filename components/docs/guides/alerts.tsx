import { Bullets, Callout, Facts } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import { AlertStatusBadge } from "@/components/shell/status-badge";
import { CodeBlock } from "@/components/ui/code-block";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { MAX_CLOCK_AHEAD_MS } from "@/lib/limits";
import { type AlertStatus, alertStatuses, alertTransitions, type Disposition, dispositions } from "@/lib/values";

const statusMeanings: Record<AlertStatus, string> = {
  open: "Nobody has looked at it yet. This is where alerts start unless you say otherwise.",
  acknowledged: "Somebody is on it.",
  resolved: "It happened and is dealt with.",
  dismissed: "It needs no action.",
};

const dispositionMeanings: Record<Disposition, string> = {
  true_positive: "What was detected really happened",
  false_positive: "The detection was wrong",
  test: "Somebody was trying things out",
  duplicate: "Another alert covers it",
  other: "None of these; say why in `disposition_reason`",
};

export const alertsGuide: GuideContent = {
  slug: "alerts",
  title: "Alerts",
  lead: "How an alert names its camera, moves through its life, and stays one alert however often it is detected.",
  sections: (reader) => [
    {
      id: "fields",
      title: "What to send",
      blocks: [
        <Bullets
          key="fields"
          items={[
            "`camera_id` is the camera's id or your own `external_id` of it. An unknown camera is refused with [`unknown_camera`](/docs/errors#unknown_camera) and nothing is stored.",
            "`use_case` is the name of the detection, in your words. It is lower-cased and spaces become `_`, so “Loitering Person” and `loitering_person` are the same. Any name is accepted.",
            "`status` is `open` when left out. A system that triages by itself may create an alert in any status.",
            `\`occurred_at\` is when it happened; now, when left out. It may lie in the past, and at most ${MAX_CLOCK_AHEAD_MS / 60_000} minutes ahead, for clocks that run fast.`,
          ]}
        />,
      ],
    },
    {
      id: "status",
      title: "Status",
      blocks: [
        <StatusTable key="status" />,
        "Asking for the status that an alert already has is fine and changes nothing. Any other move answers 409 [`invalid_transition`](/docs/errors#invalid_transition) with the moves that are allowed.",
      ],
    },
    {
      id: "disposition",
      title: "Disposition",
      blocks: [
        "A resolved or dismissed alert can say what it turned out to be. This is what false-positive rates are made of. Opening the alert again clears it.",
        <Facts
          key="dispositions"
          label="Dispositions"
          head={["Disposition", "Meaning"]}
          rows={dispositions.map((disposition) => [`\`${disposition}\``, dispositionMeanings[disposition]])}
        />,
      ],
    },
    {
      id: "deduplication",
      title: "Deduplication",
      blocks: [
        "Send a `dedup_key` that names the incident, for example the camera and the use case. While an alert with this key is open or acknowledged, sending it again makes no new alert:",
        <Bullets
          key="dedup"
          items={[
            "The reply is 200 instead of 201, with the existing alert and `deduplicated: true`.",
            "`occurrence_count` goes up by one and `last_occurred_at` moves on.",
            "What people did to the alert stays: status, assignee, notes and disposition are never touched.",
            "Once it is resolved or dismissed its key is free, and the next detection is a new alert.",
          ]}
        />,
        <CodeSamples
          key="code"
          label="An alert that is counted once per incident"
          request={{
            method: "POST",
            url: `${reader.baseUrl}/api/v1/alerts`,
            authorized: true,
            body: {
              camera_id: "rtm-dock-3-east",
              use_case: "intrusion",
              status: "open",
              dedup_key: "rtm-dock-3-east/intrusion",
            },
          }}
        />,
        <Callout
          key="difference"
          text="A `dedup_key` joins different detections of one incident. An [`Idempotency-Key`](/docs/idempotency) recognises the same request sent twice, and then counts nothing. Use both."
        />,
      ],
    },
    {
      id: "concurrency",
      title: "Two people, one alert",
      blocks: [
        "The samples below change one alert. This takes the newest one:",
        <CodeBlock key="newest" label="Shell" code={newestAlert(reader.baseUrl)} />,
        "Every reply with one alert carries its version as `ETag`. Send it back as `If-Match` when you change the alert: if someone was faster you get 412 [`version_mismatch`](/docs/errors#version_mismatch), and nothing of theirs is overwritten. Without `If-Match` the last change wins. Send the `ETag` as `If-None-Match` when you read the alert again: while it has not changed, you get 304 without a body. Both headers also take a list.",
        <CodeSamples
          key="match"
          label="Acknowledge, unless somebody was faster"
          request={{
            method: "PATCH",
            url: `${reader.baseUrl}/api/v1/alerts/$ALERT_ID`,
            authorized: true,
            headers: { "If-Match": "*" },
            body: { status: "acknowledged", comment: "The guard is on the way." },
          }}
        />,
        'The sample sends `*`, which fits every version. Send what you read, such as `"1"`, to be sure that nobody came first.',
      ],
    },
    {
      id: "history",
      title: "Notes and timeline",
      blocks: [
        "Whoever works on an alert leaves notes. The timeline has them in their place among everything else that happened: who did it, what changed from what to what, when, and what was said. It is never trimmed and lives as long as the alert.",
        <CodeSamples
          key="note"
          label="Add a note"
          request={{
            method: "POST",
            url: `${reader.baseUrl}/api/v1/alerts/$ALERT_ID/notes`,
            authorized: true,
            body: { body: "Guard sent to the gate; no one there." },
          }}
        />,
        <CodeSamples
          key="timeline"
          label="Read the timeline"
          request={{ method: "GET", url: `${reader.baseUrl}/api/v1/alerts/$ALERT_ID/timeline`, authorized: true }}
        />,
        "To change many alerts with one request, see [Batches](/docs/batches#change).",
      ],
    },
  ],
};

function newestAlert(baseUrl: string): string {
  return `export ALERT_ID=$(curl -s '${baseUrl}/api/v1/alerts?limit=1' \\
  -H "Authorization: Bearer $SIGHTLINE_API_KEY" | grep -o 'alert_[0-9a-z]*' | head -n 1)`;
}

function StatusTable() {
  return (
    <div className="rounded-lg border border-border bg-surface">
      <Table label="Alert statuses and their moves" className="min-w-lg leading-6">
        <TableHeader>
          <TableRow>
            <TableHead>Status</TableHead>
            <TableHead>Meaning</TableHead>
            <TableHead>Can become</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {alertStatuses.map((status) => (
            <TableRow key={status}>
              <th scope="row" className="px-4 py-2 text-left align-top font-normal">
                <AlertStatusBadge status={status} />
              </th>
              <TableCell className="align-top">{statusMeanings[status]}</TableCell>
              <TableCell className="align-top">
                <span className="flex flex-wrap gap-1.5">
                  {alertTransitions[status].map((next) => (
                    <AlertStatusBadge key={next} status={next} />
                  ))}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
