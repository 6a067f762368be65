import type { oas31 } from "zod-openapi";
import type { OpenApiSchema, OpenApiSchemas } from "./examples";

/** What fields and parameters mean whose schema does not say it, by name or by more of the path to it. */
const meanings: Record<string, string> = {
  id: "Its id, which also sorts by time of creation",
  "Camera.name": "Its name",
  "CameraCreate.name": "What your team calls it",
  "CameraSummary.name": "Its name",
  "SiteSummary.name": "Its name",
  "CameraName.name": "Its name",
  "Actor.name": "Its name",
  "MeOrganization.name": "Its name",
  "MeCredential.name": "Its name",
  title: "One line for the people who look at it",
  severity: "How urgent it is",
  use_case: "The detection that raised it",
  "AlertMedia.type": "What it is",
  "AlertMedia.url": "Where it is; a link that your team can open",
  "AlertMediaCreate.type": "What it is",
  "AlertMediaCreate.url": "Where it is; a link that your team can open",
  taken_at: "When it was taken",
  tags: "Words to find it by",
  disposition: "What it turned out to be; only with the status resolved or dismissed",
  disposition_reason: "Why, in words",
  created_at: "When it was stored",
  updated_at: "When it last changed",
  version: "Goes up with every change; the `ETag` of the reply",
  camera_id: "The camera it belongs to",
  external_id: "Your own id of the camera",
  site: "Where the camera stands",
  site_id: "The site it stands in",
  stream_url: "Where its video comes from, without credentials",
  manufacturer: "Who made it",
  model: "Which model it is",
  mac_address: "Its MAC address; answered in lower case with colons",
  ip_address: "Its IPv4 or IPv6 address",
  timezone: "The IANA time zone it stands in",
  latitude: "Degrees north",
  longitude: "Degrees east",
  use_cases: "The detections that run on it",
  "Camera.enabled": "Whether it is in use; a camera that is not has the status `disabled`",
  "CameraCreate.enabled": "Whether it is in use; a camera that is not has the status `disabled`",
  heartbeat_timeout_s: "Seconds of silence that are normal",
  offline_grace_s: "Seconds after that in which it is degraded rather than offline",
  status_reason: "The evidence for the status",
  status_since: "Since when it has had this status",
  last_seen_at: "When its last heartbeat was observed",
  fps: "Frames per second",
  reconnects: "How often it reconnected since the heartbeat before",
  checked_at: "The moment the status is true for",
  "AlertList.data": "The alerts of this page",
  "AlertBatch.alerts": "The alerts, each checked by itself",
  "CameraBatch.cameras": "The cameras, each checked by itself",
  "HeartbeatBatch.heartbeats": "The heartbeats, each checked by itself",
  results: "One per row, in the order of the request",
  succeeded: "How many rows were done",
  failed: "How many rows were refused",
  "AlertBatchRow.alert": "The alert, where the row was done",
  "CameraBatchRow.camera": "The camera, where the row was done",
  "RowProblem.type": "The page that explains this code",
  "RowProblem.title": "The code in words; the same for every row with this code",
  "RowProblem.status": "The status that the row alone would have got",
  "RowProblem.detail": "What is wrong with it and what to do next",
  "RowProblem.errors": "What is wrong, one entry per place",
  "AlertFilter.status": "Only with one of these statuses",
  "AlertBatchUpdate.change": "What changes in each",
  "AlertBatchChange.status": "Where each goes; see the moves that are allowed",
  "CameraUpdate.name": "What your team calls it",
  address: "Where it is, in words",
  "CameraProbe.result": "What came of it",
  "StatusHistory.data": "The changes of this page",
  "CameraStatusChange.reason": "The evidence for the status",
  "SiteList.data": "The sites of this page",
  from: "Where the period begins",
  to: "Where it ends",
  interval: "What one bucket is",
  group_by: "What one series is",
  "AlertSummary.by_severity": "How many have each severity",
  time_to_acknowledge: "From creation until somebody took it on",
  time_to_resolve: "From creation until it was closed",
  "AlertSummary.false_positives": "How often the detection was wrong, over all",
  "CameraFalsePositives.camera": "The camera",
  value: "In this period",
  previous: "In the period before",
  delta: "This less that",
  "UptimeReport.data": "The cameras of this page",
  "CameraUptime.name": "Its name",
  "UseCaseList.data": "The use cases of this page",
  "UseCase.name": "Its name, as alerts carry it",
  "UseCase.alerts": "How many alerts carry it",
  "EventList.data": "The events of this page",
  "NoteList.data": "The notes of this page",
  "Timeline.data": "What happened to it, on this page",
  "CameraStatusCounts.pending": "Never seen",
  "CameraStatusCounts.online": "Heard of in time, and well",
  "CameraStatusCounts.degraded": "Late within the grace, or with a fault",
  "CameraStatusCounts.offline": "Silent beyond the grace",
  "CameraStatusCounts.disabled": "Turned off by somebody",
  "CameraList.data": "The cameras of this page",
  has_more: "Whether there is another page",
  total: "How many there are",
  by_status: "How many have each status",
  "Actor.kind": "A person, or which kind of machine",
  "MeCredential.kind": "A person, or which kind of machine",
  slug: "Its short name in addresses of the portal",
  api_access: "Whether API access is turned on",
  role: "A person's role; null for machines",
  scopes: "What the credential may do",
  expires_at: "When it stops working; null means never",
  "RateLimitState.limit": "Requests in one window",
  window_s: "Seconds of a window",
  remaining: "Requests left in the running window",
  per_minute: "The same limit per minute",
  rate_limits: "How fast you may ask, and what is left",
  batch_body_bytes: "Bytes of a batch's body",
  batch_heartbeats: "Heartbeats of one batch",
  batch_update_ids: "Alerts that one batch update changes",
  note_characters: "Characters of a note",
  camera_history_days: "Days that the status history of a camera goes back",
  request_log_days: "Days that requests stay in the request log",
  body_bytes: "Bytes of a request body",
  json_depth: "Levels of a JSON body",
  page_size: "Rows of a page",
  active_keys: "Keys that work at a time",
  oauth_apps: "OAuth apps of an organization",
  members: "Members and open invitations of an organization",
  "MeLimits.redirect_uris": "Redirect URIs of one OAuth app",
  authorization_code_s: "Seconds for which the code of a consent works",
  access_token_s: "Seconds for which an access token works",
  refresh_token_days: "Days for which a refresh token works",
  idempotency_retention_hours: "Hours for which an `Idempotency-Key` is remembered",
  sort: "What comes first; `-` means newest first",
  expand: "What to add to each row",
  occurred_after: "Only what happened at this moment or later",
  occurred_before: "Only what happened before this moment",
  created_after: "Only what was stored at this moment or later",
  created_before: "Only what was stored before this moment",
  updated_after: "Only what changed at this moment or later",
  "Camera.status": "How it is at the moment of the reply",
  "CameraStatusReport.status": "How it is at the moment of the reply",
  "CameraStatusReport.error": "What the camera said is wrong, or null",
  "query.status": "Only with one of these statuses",
  "Me.organization": "The organization that everything you see belongs to",
  "Me.credential": "What you authenticated with",
  "MeRateLimits.credential": "Of this credential",
  "MeRateLimits.organization": "Of the whole organization",
};

/** Describes every field and parameter that has no words of its own. */
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

/** The words for the longest end of a path that has some. */
function meaningOf(path: readonly string[]): string | undefined {
  const ends = path.map((_, index) => path.slice(index).join("."));
  return ends.map((end) => meanings[end]).find((meaning) => meaning !== undefined);
}
