import { Bullets, Callout, Facts } from "@/components/docs/blocks";
import { CodeSamples } from "@/components/docs/code-samples";
import type { GuideContent } from "@/components/docs/guide";
import { formatCount } from "@/components/ui/format-number";
import { MAX_BATCH_BODY_BYTES, MAX_BATCH_ROWS, MAX_HEARTBEATS, MAX_UPDATED_IDS, ROWS_PER_REQUEST } from "@/lib/limits";

export const batchesGuide: GuideContent = {
  slug: "batches",
  title: "Batches",
  lead: "Many rows in one request, each with a result of its own. A bad row refuses only itself.",
  sections: (reader) => [
    {
      id: "send",
      title: "Send many at once",
      blocks: [
        "A batch answers 200 when it was worked through. `results` has one entry per row, in the order of the request, with the `status` that the row alone would have got and either what was stored or the `problem`. Look at `failed` first.",
        <CodeSamples
          key="alerts"
          label="Create many alerts"
          request={{
            method: "POST",
            url: `${reader.baseUrl}/api/v1/alerts/batch`,
            authorized: true,
            body: {
              alerts: [
                { camera_id: "rtm-dock-3-east", use_case: "intrusion", status: "open", severity: "high" },
                { camera_id: "no-such-camera", use_case: "intrusion", status: "open" },
              ],
            },
          }}
        />,
        "Here the first row is stored with status 201; the second has the problem [`unknown_camera`](/docs/errors#unknown_camera) and leaves nothing behind. The `pointer` of a problem leads into the whole body: `/alerts/1/camera_id`.",
        <Facts
          key="operations"
          label="Operations that take many"
          head={["Operation", "Rows", "Statuses of a row"]}
          rows={[
            ["[Create many alerts](/docs/reference/createAlerts)", formatCount(MAX_BATCH_ROWS), "201, 200, 422"],
            [
              "[Update many alerts](/docs/reference/batchUpdateAlerts)",
              formatCount(MAX_UPDATED_IDS),
              "200, 404, 409, 422",
            ],
            ["[Onboard many cameras](/docs/reference/createCameras)", formatCount(MAX_BATCH_ROWS), "201, 409, 422"],
            [
              "[Report that many cameras are alive](/docs/reference/sendHeartbeats)",
              formatCount(MAX_HEARTBEATS),
              "204, 404, 422",
            ],
          ]}
        />,
      ],
    },
    {
      id: "change",
      title: "Change many alerts",
      blocks: [
        "Name the alerts by `ids`, or let a `filter` find them, with the same filters as the list. The change and the comment are kept in the timeline of each alert.",
        <CodeSamples
          key="update"
          label="Acknowledge what a filter finds"
          request={{
            method: "POST",
            url: `${reader.baseUrl}/api/v1/alerts/batch-update`,
            authorized: true,
            body: {
              filter: { status: ["open"], camera_id: ["rtm-dock-3-east"] },
              change: { status: "acknowledged" },
              comment: "Seen on the round.",
            },
          }}
        />,
        `One request changes at most ${MAX_UPDATED_IDS}. While \`has_more\` is true, send the same filter again with \`next_cursor\` as \`cursor\`.`,
      ],
    },
    {
      id: "rules",
      title: "Good to know",
      blocks: [
        <Bullets
          key="rules"
          items={[
            "The whole batch is one transaction: its rows appear together. A fault on our side stores none of them.",
            "A body that is no list of rows is refused as a whole, with 400 or 422 like every request.",
            `A batch may have ${formatCount(MAX_BATCH_BODY_BYTES)} bytes. ${ROWS_PER_REQUEST} rows count as one request towards the [limits](/docs/limits).`,
            "Of two rows with the same `dedup_key` the second counts the first up.",
          ]}
        />,
        <Callout
          key="idempotency"
          text="An [`Idempotency-Key`](/docs/idempotency) covers the whole batch: the repeat gets the same results. To send only what failed, use a new key."
        />,
      ],
    },
  ],
};
