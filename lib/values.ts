/** The sets of allowed values. Columns, schemas, filters and pages all use these definitions. */
export const alertStatuses = ["open", "acknowledged", "resolved", "dismissed"] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** The allowed status changes of an alert. Keeping the same status isn't a change. */
export const alertTransitions: Record<AlertStatus, readonly AlertStatus[]> = {
  open: ["acknowledged", "resolved", "dismissed"],
  acknowledged: ["open", "resolved", "dismissed"],
  resolved: ["open"],
  dismissed: ["open"],
};

/** Returns whether a status is closed. A closed alert no longer holds its dedup key, and may have a disposition. */
export const isClosed = (status: AlertStatus): boolean => status === "resolved" || status === "dismissed";

export const severities = ["critical", "high", "medium", "low", "info"] as const;
export type Severity = (typeof severities)[number];

export const alertSorts = ["-created_at", "created_at", "-occurred_at", "-updated_at"] as const;
export type AlertSort = (typeof alertSorts)[number];

export const exportFormats = ["csv", "ndjson"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const dispositions = ["true_positive", "false_positive", "test", "duplicate", "other"] as const;
export type Disposition = (typeof dispositions)[number];

export const cameraStatuses = ["pending", "online", "degraded", "offline", "disabled"] as const;
export type CameraStatus = (typeof cameraStatuses)[number];

export const cameraStatusReasons = [
  "never_seen",
  "heartbeats_on_time",
  "heartbeat_late",
  "low_frame_rate",
  "reconnecting",
  "error_reported",
  "heartbeats_stopped",
  "turned_off",
] as const;
export type CameraStatusReason = (typeof cameraStatusReasons)[number];

/** The possible results of probing a camera's stream. */
export const probeResults = ["reachable", "unreachable"] as const;
export type ProbeResult = (typeof probeResults)[number];

export const roles = ["admin", "support", "viewer"] as const;
export type Role = (typeof roles)[number];

export const scopes = [
  "alerts:read",
  "alerts:write",
  "cameras:read",
  "cameras:write",
  "analytics:read",
  "webhooks:manage",
  "events:read",
] as const;
export type Scope = (typeof scopes)[number];

/** Returns scopes without duplicates, in canonical order. */
export function inOrder(granted: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => granted.includes(scope));
}

/** The scopes of each role. They determine which operations with a scope its members may call. */
export const roleScopes: Record<Role, readonly Scope[]> = {
  admin: scopes,
  support: ["alerts:read", "alerts:write", "cameras:read", "analytics:read", "events:read"],
  viewer: ["alerts:read", "cameras:read", "analytics:read", "events:read"],
};

/** Possible overlaps when a key is replaced, in seconds: none, 1 hour, 24 hours, 7 days. */
export const rotationOverlapsS = [0, 3_600, 86_400, 604_800] as const;
export type RotationOverlapS = (typeof rotationOverlapsS)[number];
export const DEFAULT_OVERLAP_S: RotationOverlapS = 86_400;

export const actorKinds = ["api_key", "oauth_app", "user", "automation", "system"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** All actions that the audit log records. */
export const auditActions = [
  "organization.created",
  "organization.updated",
  "api_access.enabled",
  "api_access.disabled",
  "two_factor.required",
  "two_factor.not_required",
  "key.created",
  "key.updated",
  "key.disabled",
  "key.enabled",
  "key.rotated",
  "key.revoked",
  "app.created",
  "app.updated",
  "app.disabled",
  "app.enabled",
  "app.secret_rotated",
  "app.deleted",
  "app.authorized",
  "app.authorization_revoked",
  "app.authentication_failed",
  "member.invited",
  "member.joined",
  "member.role_changed",
  "member.removed",
  "member.left",
  "member.reset_link_created",
  "invitation.revoked",
  "webhook.created",
  "webhook.updated",
  "webhook.enabled",
  "webhook.disabled",
  "webhook.secret_rotated",
  "webhook.deleted",
  "mail.opened",
  "access.refused",
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * The columns of an exported audit log, in order. Add new ones only at the end, because consumers may rely on
 * positions.
 */
export const auditCsvColumns = [
  "id",
  "created_at",
  "action",
  "actor_kind",
  "actor_id",
  "actor_name",
  "target_id",
  "target_name",
  "before",
  "after",
  "ip",
  "user_agent",
  "request_id",
] as const;

export const oauthTokenKinds = ["access", "refresh"] as const;
export type OauthTokenKind = (typeof oauthTokenKinds)[number];

export const emailKinds = [
  "email_verification",
  "account_exists",
  "invitation",
  "password_reset",
  "password_changed",
  "key_expiring",
  "two_factor_off",
  "test",
] as const;
export type EmailKind = (typeof emailKinds)[number];

/** The states of an email. `failed`: given up after at least one attempt. `expired`: not attempted in time. */
export const emailStates = ["waiting", "sent", "failed", "expired"] as const;
export type EmailState = (typeof emailStates)[number];

export const eventTypes = [
  "alert.created",
  "alert.updated",
  "alert.status_changed",
  "alert.note_added",
  "alert.reoccurred",
  "camera.created",
  "camera.updated",
  "camera.archived",
  "camera.status_changed",
  "key.created",
  "key.expiring",
  "key.revoked",
  "webhook.disabled",
] as const;
export type EventType = (typeof eventTypes)[number];

/** The type of an event whose alert was deleted. The event only keeps its position in the feed, and is never sent. */
export const DELETED_EVENT = "deleted";

/** The kinds of resources that events are about. An event's type starts with one of them. */
export const eventSubjects = ["alert", "camera", "key", "webhook"] as const;
export type EventSubject = (typeof eventSubjects)[number];

/** The formats of deliveries. `template` is a body of the user's own design. */
export const webhookKinds = ["generic", "slack", "teams", "pagerduty", "discord", "template"] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** What a delivery's body contains: the event's data, or only IDs and the version. */
export const webhookBodies = ["full", "thin"] as const;
export type WebhookBody = (typeof webhookBodies)[number];

/** Why a webhook is disabled: by a person, by a 410 reply, or after days of failures. */
export const webhookDisabledReasons = ["requested", "gone", "failing"] as const;
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number];

/** The states of a delivery. `failed`: all attempts failed. `canceled`: its event was deleted. */
export const deliveryStates = ["pending", "delivered", "failed", "canceled"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The HTTP methods that the API's operations use. */
export const requestMethods = ["GET", "POST", "PATCH", "DELETE"] as const;
export type RequestMethod = (typeof requestMethods)[number];

/** The outcome of a request, as grouped in the chart of the key page. */
const requestOutcomes = ["ok", "rate_limited", "denied", "invalid", "failed"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

export const seriesIntervals = ["hour", "day", "week", "month"] as const;
export type SeriesInterval = (typeof seriesIntervals)[number];

export const seriesGroups = ["use_case", "camera", "site", "status", "severity"] as const;
export type SeriesGroup = (typeof seriesGroups)[number];

/** The rollups of alert counts, smallest first. Each lists the columns that it groups by. */
export const countRollups = {
  all: [],
  severity_status: ["severity", "status"],
  use_case: ["use_case"],
  use_case_severity_status: ["use_case", "severity", "status"],
  camera: ["camera_id"],
} as const;
export type CountRollup = keyof typeof countRollups;
