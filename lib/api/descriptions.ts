import type { oas31 } from "zod-openapi";
import type { OpenApiSchema, OpenApiSchemas } from "./examples";

/** Descriptions of fields and parameters whose schema has none. Keys are names, or the end of a path. */
const meanings: Record<string, string> = {
  id: "The object's ID. IDs sort by creation time",
  "Actor.id": "The ID of the person, API key, app or organization",
  "Camera.name": "The camera's name",
  "CameraCreate.name": "The name that your team uses",
  "CameraSummary.name": "The camera's name",
  "SiteSummary.name": "The site's name",
  "CameraName.name": "The camera's name",
  "Actor.name": "The actor's name",
  "MeOrganization.name": "The organization's name",
  "MeCredential.name": "The name of the person, API key or app",
  title: "A one-line summary for people",
  severity: "How urgent the alert is",
  use_case: "The detection that raised the alert",
  "AlertMedia.type": "The type of media",
  "AlertMedia.url": "A link that your team can open",
  "AlertMediaCreate.type": "The type of media",
  "AlertMediaCreate.url": "A link that your team can open",
  taken_at: "When it was taken",
  tags: "Tags for filtering",
  disposition: "The outcome. Only set if the status is resolved or dismissed",
  disposition_reason: "The reason, as text",
  created_at: "When it was created",
  updated_at: "When it was last changed",
  version: "Increases when someone changes a field. Also the `ETag` of the reply",
  camera_id: "The ID of the camera",
  external_id: "Your own ID for the camera",
  site: "The camera's location",
  site_id: "The camera's site",
  stream_url: "The URL of its video stream, without credentials",
  manufacturer: "The camera's manufacturer",
  model: "The camera model",
  mac_address: "The MAC address. Returned in lower case with colons",
  ip_address: "The IPv4 or IPv6 address",
  timezone: "The IANA time zone of its location",
  "AlertSeries.timezone": "The time zone of the buckets",
  "AlertSummary.timezone": "The time zone of the period",
  latitude: "Degrees north",
  longitude: "Degrees east",
  use_cases: "The detections that run on the camera",
  "Camera.enabled": "Whether the camera is in use. Otherwise its status is `disabled`",
  "CameraCreate.enabled": "Whether the camera is in use. Otherwise its status is `disabled`",
  heartbeat_timeout_s: "Seconds after which a heartbeat is late",
  offline_grace_s: "Seconds after a missed heartbeat during which the camera is degraded instead of offline",
  status_reason: "The reason for the status",
  status_since: "When this status began",
  last_seen_at: "When its last heartbeat was sent",
  fps: "Frames per second",
  reconnects: "Reconnects since the previous heartbeat",
  checked_at: "When the stream's host was probed",
  "AlertList.data": "The alerts on this page",
  "AlertBatch.alerts": "The alerts. Each is validated separately",
  "CameraBatch.cameras": "The cameras. Each is validated separately",
  "HeartbeatBatch.heartbeats": "The heartbeats. Each is validated separately",
  results: "One result per row, in request order",
  succeeded: "Number of rows that succeeded",
  failed: "Number of rows that failed",
  "AlertBatchRow.alert": "The alert. Only if the row succeeded",
  "CameraBatchRow.camera": "The camera. Only if the row succeeded",
  "RowProblem.type": "The page that explains this code",
  "RowProblem.title": "A summary of the code, identical for every row with this code",
  "RowProblem.status": "The HTTP status of this row alone",
  "RowProblem.detail": "What is wrong with the row, and how to fix it",
  "RowProblem.errors": "The problems, one entry per location",
  "AlertFilter.status": "Only items with one of these statuses",
  "AlertBatchUpdate.change": "The change to apply to each alert",
  "AlertBatchChange.status": "The new status of each alert",
  "CameraUpdate.name": "The name that your team uses",
  address: "The address, as text",
  "CameraProbe.result": "The result of the connection test",
  "StatusHistory.data": "The changes on this page",
  "CameraStatusChange.reason": "The reason for the status change",
  "SiteList.data": "The sites on this page",
  "WebhookList.data": "The webhooks on this page",
  "DeliveryList.data": "The deliveries on this page",
  from: "Start of the period",
  to: "End of the period (exclusive)",
  interval: "The length of one bucket",
  group_by: "What each series represents",
  "AlertSummary.by_severity": "Number of alerts per severity",
  time_to_acknowledge: "From creation until it was acknowledged",
  time_to_resolve: "From creation until it was closed",
  "AlertSummary.false_positives": "The overall false-positive rate",
  "CameraFalsePositives.camera": "The camera",
  value: "The figure for this period",
  previous: "The figure for the previous period",
  delta: "`value` minus `previous`",
  "UptimeReport.data": "The cameras on this page",
  "CameraUptime.name": "The camera's name",
  "UseCaseList.data": "The use cases on this page",
  "UseCase.name": "The name, as used in alerts",
  "UseCase.alerts": "Number of alerts with this use case",
  "EventList.data": "The events on this page",
  "NoteList.data": "The notes on this page",
  "Timeline.data": "The entries on this page",
  "CameraStatusCounts.pending": "No heartbeat received yet",
  "CameraStatusCounts.online": "Last heartbeat on time and healthy",
  "CameraStatusCounts.degraded": "Heartbeat late but within the grace period, or the camera reported a problem",
  "CameraStatusCounts.offline": "No heartbeat within the grace period",
  "CameraStatusCounts.disabled": "Disabled by a user",
  "CameraList.data": "The cameras on this page",
  has_more: "Whether there is another page",
  total: "The total number",
  by_status: "Number of items per status",
  "Actor.kind": "Whether the actor is a person, an API key, an app, an automation or the system",
  "MeCredential.kind": "Whether the credential belongs to a person, an API key or an app",
  slug: "The organization's short name in portal URLs",
  api_access: "Whether API access is turned on",
  role: "The person's role. Null for machine clients",
  scopes: "The scopes of the credential",
  expires_at: "When it expires. Null if it never expires",
  "RateLimitState.limit": "Requests per window",
  window_s: "Length of a window in seconds",
  remaining: "Requests left in the current window",
  per_minute: "The limit, converted to requests per minute",
  rate_limits: "The rate limits, and the remaining requests",
  batch_body_bytes: "Maximum body size of a batch, in bytes",
  batch_heartbeats: "Heartbeats per batch",
  batch_update_ids: "Maximum number of alerts per batch update",
  note_characters: "Maximum characters of a note",
  camera_history_days: "Days that a camera's status history is kept",
  request_log_days: "Days that the request log is kept",
  body_bytes: "Maximum size of a request body, in bytes",
  json_depth: "Maximum nesting depth of a JSON body",
  page_size: "Maximum rows per page",
  active_keys: "Maximum number of active keys",
  oauth_apps: "Maximum number of OAuth apps per organization",
  members: "Maximum number of members and pending invitations per organization",
  "MeLimits.redirect_uris": "Maximum number of redirect URIs per OAuth app",
  authorization_code_s: "Lifetime of an authorization code, in seconds",
  access_token_s: "Lifetime of an access token, in seconds",
  refresh_token_days: "Lifetime of a refresh token, in days",
  idempotency_retention_hours: "How long an `Idempotency-Key` is stored, in hours",
  sort: "The sort order. `-` means newest first",
  expand: "Related data to include in each row",
  occurred_after: "Only items that happened at this time or later",
  occurred_before: "Only items that happened before this time",
  created_after: "Only items created at this time or later",
  created_before: "Only items created before this time",
  updated_after: "Only items changed at this time or later",
  "Camera.status": "The status at the time of the reply",
  "CameraStatusReport.status": "The status at the time of the reply",
  "CameraStatusReport.error": "The problem that the camera reported, or null",
  "query.status": "Only items with one of these statuses",
  "Me.organization": "The organization whose data you can access",
  "Me.credential": "The credential of this request",
  "MeRateLimits.credential": "The limit of this credential",
  "MeRateLimits.organization": "The limit of the whole organization",
};

/** Adds descriptions to all fields and parameters of a document that have none. */
export function addDescriptions(document: oas31.OpenAPIObject): void {
  const schemas: OpenApiSchemas = document.components?.schemas ?? {};
  for (const [name, schema] of Object.entries(schemas)) describeFields(schema as OpenApiSchema, [name]);
  for (const path of Object.values(document.paths ?? {})) {
    for (const entry of Object.values(path) as oas31.OperationObject[]) {
      for (const parameter of entry.parameters ?? []) {
        if ("name" in parameter)
          parameter.description ??= ownWords(parameter.schema) ?? meaningOf([parameter.in, parameter.name]);
      }
    }
  }
}

function describeFields(schema: OpenApiSchema, path: readonly string[]): void {
  for (const nested of [schema.items, ...(schema.anyOf ?? [])])
    if (nested) describeFields(nested as OpenApiSchema, path);
  for (const [name, property] of Object.entries(schema.properties ?? {}) as [string, OpenApiSchema][]) {
    const place = [...path, name];
    const words = ownWords(property) ?? meaningOf(place);
    if (words !== undefined) property.description ??= words;
    describeFields(property, place);
  }
}

function ownWords(schema: object | undefined): string | undefined {
  const { description, items, anyOf } = (schema ?? {}) as OpenApiSchema;
  return (
    description ??
    (items as OpenApiSchema | undefined)?.description ??
    (anyOf as OpenApiSchema[] | undefined)?.[0]?.description
  );
}

/** Returns the description whose key is the longest matching end of a path. */
function meaningOf(path: readonly string[]): string | undefined {
  const ends = path.map((_, index) => path.slice(index).join("."));
  return ends.map((end) => meanings[end]).find((meaning) => meaning !== undefined);
}
