import { Bullets, Facts } from "@/components/docs/blocks";
import type { GuideContent } from "@/components/docs/guide";
import { CodeBlock } from "@/components/ui/code-block";
import { formatCount } from "@/components/ui/format-number";
import {
  ACCESS_TOKEN_S,
  DEFAULT_ALERT_RETENTION_D,
  DEFAULT_PAGE_SIZE,
  EVENT_RETENTION_D,
  IDEMPOTENCY_RETENTION_H,
  MAX_ACTIVE_KEYS,
  MAX_APPS,
  MAX_BATCH_BODY_BYTES,
  MAX_BATCH_ROWS,
  MAX_BODY_BYTES,
  MAX_CLOCK_AHEAD_MS,
  MAX_EXPORTS,
  MAX_HEARTBEATS,
  MAX_JSON_DEPTH,
  MAX_MEMBERS,
  MAX_PAGE_SIZE,
  MAX_REDIRECT_URIS,
  MAX_STREAMS,
  MAX_UPDATED_IDS,
  RATE_WINDOW_S,
  REFRESH_TOKEN_D,
  ROWS_PER_REQUEST,
  STATUS_HISTORY_D,
} from "@/lib/limits";
import { rateLimits } from "@/lib/rate-limit/requests";

const kilobytes = (bytes: number) => `${formatCount(bytes / 1024)} KB (${formatCount(bytes)} bytes)`;

export const limitsGuide: GuideContent = {
  slug: "limits",
  title: "Limits",
  lead: "These are the numbers of this installation, read from the same place as the code that enforces them.",
  sections: () => {
    const { key, organization } = rateLimits();
    const rate = ({ perMinute, burst }: { perMinute: number; burst: number }) =>
      `${formatCount(perMinute)} a minute, counted as ${formatCount(burst)} in ${RATE_WINDOW_S} seconds`;
    return [
      {
        id: "requests",
        title: "Requests",
        blocks: [
          <Facts
            key="rates"
            label="Request limits"
            head={["Counted for", "Limit"]}
            rows={[
              ["Each key, and each app in each organization", rate(key)],
              ["The whole organization", rate(organization)],
            ]}
          />,
          `Of a batch, ${ROWS_PER_REQUEST} rows count as one request. Over a limit you get 429 [\`rate_limited\`](/docs/errors#rate_limited) with \`Retry-After\` in seconds. Nothing of the request was done, so it is safe to send it again.`,
        ],
      },
      {
        id: "headers",
        title: "What is left",
        blocks: [
          "Every reply says what is left, so a client can slow down before it has to. `q` is how many requests a window of `w` seconds takes, `r` how many are left and `t` in how many seconds the window ends.",
          <CodeBlock
            key="headers"
            label="Reply headers"
            code={[
              `RateLimit-Policy: "key";q=${key.burst};w=${RATE_WINDOW_S}, "organization";q=${organization.burst};w=${RATE_WINDOW_S}`,
              `RateLimit: "key";r=${key.burst - 1};t=${RATE_WINDOW_S}, "organization";r=${organization.burst - 1};t=${RATE_WINDOW_S}`,
            ].join("\n")}
          />,
        ],
      },
      {
        id: "sizes",
        title: "Sizes",
        blocks: [
          <Facts
            key="sizes"
            label="Size limits"
            head={["What", "Limit"]}
            rows={[
              ["Body of a request", kilobytes(MAX_BODY_BYTES)],
              ["Body of a batch", kilobytes(MAX_BATCH_BODY_BYTES)],
              ["Depth of a JSON body", `${MAX_JSON_DEPTH} levels`],
              ["Maximum rows per page", `${MAX_PAGE_SIZE}, and ${DEFAULT_PAGE_SIZE} when you do not say`],
              ["Alerts or cameras of one batch", formatCount(MAX_BATCH_ROWS)],
              ["Heartbeats per batch", formatCount(MAX_HEARTBEATS)],
              ["Alerts that one batch update changes", formatCount(MAX_UPDATED_IDS)],
              ["Event streams open at once", `${formatCount(MAX_STREAMS)} per organization and instance`],
              ["Exports at once", `${MAX_EXPORTS} per organization and instance`],
              ["Maximum number of active keys", `${MAX_ACTIVE_KEYS} per organization`],
              ["OAuth apps", `${MAX_APPS} per organization, each with up to ${MAX_REDIRECT_URIS} redirect URIs`],
              ["Members and open invitations", `${formatCount(MAX_MEMBERS)} per organization`],
              ["How long an access token works", `${ACCESS_TOKEN_S / 60} minutes`],
              ["How long a refresh token works", `${REFRESH_TOKEN_D} days`],
              ["How long an `Idempotency-Key` is remembered", `${IDEMPOTENCY_RETENTION_H} hours`],
              ["How far back the event feed goes", `${EVENT_RETENTION_D} days`],
              ["How far back the status history of a camera goes", `${STATUS_HISTORY_D} days`],
              ["How long alerts are kept", `${DEFAULT_ALERT_RETENTION_D} days, or what your organization sets`],
              ["How far ahead your clock may be", `${MAX_CLOCK_AHEAD_MS / 60_000} minutes`],
            ]}
          />,
          "The limits of single fields stand with each field in the [reference](/docs/reference).",
        ],
      },
      {
        id: "advice",
        title: "Staying below",
        blocks: [
          <Bullets
            key="advice"
            items={[
              "Spread the load: a key per integration keeps one from slowing the others.",
              "Send a `dedup_key` and thin out repeats at the source.",
              "Ask with `updated_after` instead of reading everything again.",
              "Send `Accept-Encoding: gzip` or `br`, as most clients do by default: lists and exports become about ten times smaller.",
            ]}
          />,
        ],
      },
    ];
  },
};
