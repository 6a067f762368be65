/** Closed sets of values. Columns, wire shapes, filters and pages all read them here. */
export const alertStatuses = ["open", "acknowledged", "resolved", "dismissed"] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** The moves of an alert's status; the same status again is no move. */
export const alertTransitions: Record<AlertStatus, readonly AlertStatus[]> = {
  open: ["acknowledged", "resolved", "dismissed"],
  acknowledged: ["open", "resolved", "dismissed"],
  resolved: ["open"],
  dismissed: ["open"],
};

/** Whether an alert of this status is done with: it has no dedup key, and it may have a disposition. */
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

/** What came of trying to reach a camera's stream. */
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

/** Scopes that forms and guides offer. No operation asks for the others yet; the API takes them, since callers may send all. */
export const offeredScopes = scopes.filter((scope) => scope !== "webhooks:manage");

/** Scopes as they are stored and shown: each once, in the order of the closed set. */
export function inOrder(granted: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => granted.includes(scope));
}

/** What each role may do with the operations that partners also have. */
export const roleScopes: Record<Role, readonly Scope[]> = {
  admin: scopes,
  support: ["alerts:read", "alerts:write", "cameras:read", "analytics:read", "events:read"],
  viewer: ["alerts:read", "cameras:read", "analytics:read", "events:read"],
};

/** How long the old key of a rotation goes on working, in seconds: not at all, 1 hour, 24 hours, 7 days. */
export const rotationOverlapsS = [0, 3_600, 86_400, 604_800] as const;
export type RotationOverlapS = (typeof rotationOverlapsS)[number];
export const DEFAULT_OVERLAP_S: RotationOverlapS = 86_400;

export const actorKinds = ["api_key", "oauth_app", "user", "automation", "system"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** What an admin can change, as the audit log names it. */
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
  "mail.opened",
  "access.refused",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The columns of an exported audit log, in their order; new ones go to the end, since people count columns. */
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

/** `failed`: it was tried and given up; `expired`: its time passed without a try. */
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

/** The type of an event whose alert was deleted: it is a place in the feed and nothing else, and never leaves. */
export const DELETED_EVENT = "deleted";

/** What events are about; an event's type starts with one of them. */
export const eventSubjects = ["alert", "camera", "key", "webhook"] as const;
export type EventSubject = (typeof eventSubjects)[number];

/** The methods of the API's operations. */
export const requestMethods = ["GET", "POST", "PATCH", "DELETE"] as const;
export type RequestMethod = (typeof requestMethods)[number];

/** How a request ended, in the groups that the key page charts. */
const requestOutcomes = ["ok", "rate_limited", "denied", "invalid", "failed"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

export const seriesIntervals = ["hour", "day", "week", "month"] as const;
export type SeriesInterval = (typeof seriesIntervals)[number];

export const seriesGroups = ["use_case", "camera", "site", "status", "severity"] as const;
export type SeriesGroup = (typeof seriesGroups)[number];

/** The rollups of the numbers of alerts, each with the columns it keeps apart; the smallest first. */
export const countRollups = {
  all: [],
  severity_status: ["severity", "status"],
  use_case: ["use_case"],
  use_case_severity_status: ["use_case", "severity", "status"],
  camera: ["camera_id"],
} as const;
export type CountRollup = keyof typeof countRollups;
