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
  STATUS_HISTORY_D,
} from "@/lib/limits";
import { rateLimits } from "@/lib/rate-limit/requests";

const kilobytes = (bytes: number) => `${formatCount(bytes / 1024)} KB (${formatCount(bytes)} bytes)`;

const rate = ({ perMinute, burst }: { perMinute: number; burst: number }) =>
  `${formatCount(perMinute)} a minute, counted as ${formatCount(burst)} in ${RATE_WINDOW_S} seconds`;

/** Returns table rows with the rate limits of requests. */
export function rateRows(): string[][] {
  const { key, organization } = rateLimits();
  return [
    ["Each key, and each app in each organization", rate(key)],
    ["The whole organization", rate(organization)],
  ];
}

/** Returns the rate limit headers of the first reply in a window. */
export function headerSample(): string {
  const { key, organization } = rateLimits();
  return [
    `RateLimit-Policy: "key";q=${key.burst};w=${RATE_WINDOW_S}, "organization";q=${organization.burst};w=${RATE_WINDOW_S}`,
    `RateLimit: "key";r=${key.burst - 1};t=${RATE_WINDOW_S}, "organization";r=${organization.burst - 1};t=${RATE_WINDOW_S}`,
  ].join("\n");
}

/** Returns table rows with the maximum sizes, counts and lifetimes. */
export function limitRows(): string[][] {
  return [
    ["Body of a request", kilobytes(MAX_BODY_BYTES)],
    ["Body of a batch", kilobytes(MAX_BATCH_BODY_BYTES)],
    ["Depth of a JSON body", `${MAX_JSON_DEPTH} levels`],
    ["Rows per page", `${MAX_PAGE_SIZE}; the default is ${DEFAULT_PAGE_SIZE}`],
    ["Alerts or cameras per batch", formatCount(MAX_BATCH_ROWS)],
    ["Heartbeats per batch", formatCount(MAX_HEARTBEATS)],
    ["Alerts per batch update", formatCount(MAX_UPDATED_IDS)],
    ["Open event streams", `${formatCount(MAX_STREAMS)} per organization and instance`],
    ["Running exports", `${MAX_EXPORTS} per organization and instance`],
    ["Active API keys", `${MAX_ACTIVE_KEYS} per organization`],
    ["OAuth apps", `${MAX_APPS} per organization, each with up to ${MAX_REDIRECT_URIS} redirect URIs`],
    ["Members and open invitations", `${formatCount(MAX_MEMBERS)} per organization`],
    ["Lifetime of an access token", `${ACCESS_TOKEN_S / 60} minutes`],
    ["Lifetime of a refresh token", `${REFRESH_TOKEN_D} days`],
    ["Lifetime of an `Idempotency-Key`", `${IDEMPOTENCY_RETENTION_H} hours`],
    ["Events in the feed", `the last ${EVENT_RETENTION_D} days`],
    ["Status history of a camera", `the last ${STATUS_HISTORY_D} days`],
    [
      "Alerts are stored for",
      `${DEFAULT_ALERT_RETENTION_D} days after their creation by default; each organization can change this`,
    ],
    ["Times in the future", `up to ${MAX_CLOCK_AHEAD_MS / 60_000} minutes`],
  ];
}
