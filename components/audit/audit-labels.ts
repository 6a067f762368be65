import type { AuditEntry } from "@/lib/audit/schema";
import type { ActorKind, AuditAction } from "@/lib/values";

/** A part of an entry's description: plain text, or a highlighted name. */
export type AuditTextPart = string | { name: string };

/** The labels of all actions in the filter, in groups. */
const actionGroups: { label: string; actions: Partial<Record<AuditAction, string>> }[] = [
  {
    label: "Organization",
    actions: {
      "organization.created": "Organization created",
      "organization.updated": "Organization changed",
      "api_access.enabled": "API access turned on",
      "api_access.disabled": "API access turned off",
      "two_factor.required": "Two-factor sign-in required",
      "two_factor.not_required": "Two-factor sign-in optional",
    },
  },
  {
    label: "API keys",
    actions: {
      "key.created": "Key created",
      "key.updated": "Key changed",
      "key.disabled": "Key disabled",
      "key.enabled": "Key enabled",
      "key.rotated": "Key rotated",
      "key.revoked": "Key revoked",
    },
  },
  {
    label: "OAuth apps",
    actions: {
      "app.created": "App created",
      "app.updated": "App changed",
      "app.disabled": "App disabled",
      "app.enabled": "App enabled",
      "app.secret_rotated": "App secret rotated",
      "app.deleted": "App deleted",
      "app.authorized": "App given access",
      "app.authorization_revoked": "App's access revoked",
      "app.authentication_failed": "App refused",
    },
  },
  {
    label: "Webhooks",
    actions: {
      "webhook.created": "Webhook created",
      "webhook.updated": "Webhook changed",
      "webhook.enabled": "Webhook enabled",
      "webhook.disabled": "Webhook disabled",
      "webhook.secret_rotated": "Webhook secret rotated",
      "webhook.deleted": "Webhook deleted",
    },
  },
  {
    label: "People",
    actions: {
      "member.invited": "Person invited",
      "member.joined": "Person joined",
      "member.role_changed": "Role changed",
      "member.removed": "Person removed",
      "member.left": "Person left",
      "member.reset_link_created": "Password reset link created",
      "invitation.revoked": "Invitation revoked",
      "mail.opened": "Email of another person read",
      "access.refused": "Access refused",
    },
  },
];

export const actionLabels = Object.assign({}, ...actionGroups.map(({ actions }) => actions)) as Record<
  AuditAction,
  string
>;

export const actorLabels: Record<ActorKind, string> = {
  user: "Person",
  api_key: "API key",
  oauth_app: "OAuth app",
  automation: "Automation",
  system: "Sightline itself",
};

const target = ({ target: { id, name }, before, after }: AuditEntry): AuditTextPart => {
  const known = name ?? after?.name ?? before?.name;
  return { name: typeof known === "string" && known !== "" ? known : id };
};
const textOf = (value: unknown): AuditTextPart => ({
  name: typeof value === "string" ? value : JSON.stringify(value ?? ""),
});
const withArticle = (role: unknown) => (role === "admin" ? "an admin" : role === "viewer" ? "a viewer" : String(role));

/** Describes an entry's action, as text that follows the actor's name. */
export function describeAction(entry: AuditEntry): AuditTextPart[] {
  return predicates[entry.action]?.(entry) ?? [`did ${entry.action} to `, target(entry)];
}

const predicates: Record<AuditAction, (entry: AuditEntry) => AuditTextPart[]> = {
  "organization.created": (entry) => ["created the organization ", target(entry)],
  "organization.updated": organizationUpdated,
  "api_access.enabled": () => ["turned on API access"],
  "api_access.disabled": () => ["turned off API access"],
  "two_factor.required": () => ["made two-factor sign-in required"],
  "two_factor.not_required": () => ["made two-factor sign-in optional"],
  "key.created": (entry) => ["created the key ", target(entry)],
  "key.updated": (entry) => edited("key", entry),
  "key.disabled": (entry) => ["disabled the key ", target(entry)],
  "key.enabled": (entry) => ["enabled the key ", target(entry)],
  "key.rotated": (entry) => ["rotated the key ", target(entry)],
  "key.revoked": (entry) => ["revoked the key ", target(entry)],
  "app.created": (entry) => ["created the app ", target(entry)],
  "app.updated": (entry) => edited("app", entry),
  "app.disabled": (entry) => ["disabled the app ", target(entry)],
  "app.enabled": (entry) => ["enabled the app ", target(entry)],
  "app.secret_rotated": (entry) => ["rotated the secret of the app ", target(entry)],
  "app.deleted": (entry) => ["deleted the app ", target(entry)],
  "app.authorized": (entry) => ["granted the app ", target(entry), " access to the organization"],
  "app.authorization_revoked": (entry) => ["revoked the access of the app ", target(entry)],
  "app.authentication_failed": (entry) => ["was denied a token: wrong secret for the app ", target(entry)],
  "webhook.created": (entry) => ["created the webhook ", target(entry)],
  "webhook.updated": (entry) => edited("webhook", entry),
  "webhook.enabled": (entry) => ["enabled the webhook ", target(entry)],
  "webhook.disabled": (entry) => ["disabled the webhook ", target(entry)],
  "webhook.secret_rotated": (entry) => ["rotated the secret of the webhook ", target(entry)],
  "webhook.deleted": (entry) => ["deleted the webhook ", target(entry)],
  "member.invited": (entry) => [
    entry.before ? "sent another invitation to " : "invited ",
    target(entry),
    ...(entry.after?.role ? [` as ${withArticle(entry.after.role)}`] : []),
  ],
  "member.joined": ({ after }) => [
    "joined the organization",
    ...(after?.role ? [` as ${withArticle(after.role)}`] : []),
  ],
  "member.role_changed": (entry) => [
    "changed the role of ",
    target(entry),
    ...(entry.after?.role ? [` from ${String(entry.before?.role)} to ${String(entry.after.role)}`] : []),
  ],
  "member.removed": (entry) => ["removed ", target(entry), " from the organization"],
  "member.left": () => ["left the organization"],
  "member.reset_link_created": (entry) => [
    "created a password reset link for ",
    target(entry),
    ...(entry.after?.ends_two_factor === true ? [" that also turns off two-factor sign-in"] : []),
  ],
  "invitation.revoked": (entry) => ["revoked the invitation of ", target(entry)],
  "mail.opened": (entry) => ["read an email to ", target(entry)],
  "access.refused": (entry) => ["was refused ", target(entry), " because their role doesn't allow it"],
};

function organizationUpdated({ before, after }: AuditEntry): AuditTextPart[] {
  const days = after?.alert_retention_days;
  const hasName = after?.name !== undefined;
  if (hasName && days !== undefined) return ["changed the organization's name and how long alerts are kept"];
  if (hasName) return ["renamed the organization from ", textOf(before?.name), " to ", textOf(after.name)];
  if (days === undefined) return ["changed the organization's settings"];
  return [`changed how long alerts are kept from ${String(before?.alert_retention_days)} to ${String(days)} days`];
}

const fields: Record<string, string> = {
  name: "name",
  scopes: "scopes",
  expires_at: "expiry",
  redirect_uris: "redirect addresses",
};

function edited(what: string, entry: AuditEntry): AuditTextPart[] {
  const changed = Object.keys(entry.after ?? {});
  const isRenamed = changed.length === 1 && changed[0] === "name" && entry.before?.name !== undefined;
  if (isRenamed) return [`renamed the ${what} `, textOf(entry.before?.name), " to ", textOf(entry.after?.name)];
  const names = changed.map((field) => fields[field] ?? formatFieldName(field).toLowerCase());
  const last = names.pop();
  if (last === undefined) return [`changed the ${what} `, target(entry)];
  return [`changed the ${names.length > 0 ? `${names.join(", ")} and ` : ""}${last} of the ${what} `, target(entry)];
}

/** Formats a field name for display, such as “Alert retention days” for `alert_retention_days`. */
export function formatFieldName(field: string): string {
  const words = field.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface AuditDifference {
  field: string;
  before: unknown;
  after: unknown;
}

/** Returns the changed fields with their values before and after the change. Missing values are `undefined`. */
export function listDifferences({ before, after }: Pick<AuditEntry, "before" | "after">): AuditDifference[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((field) => ({ field, before: before?.[field], after: after?.[field] }));
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Formats a field's value for display. Returns times as `Date`, and null for empty values. */
export function formatValue(value: unknown): string | Date | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return TIME.test(value) ? new Date(value) : value;
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(", ") : null;
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}
