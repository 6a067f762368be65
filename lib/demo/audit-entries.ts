import type { Actor } from "@/lib/auth/context";
import { encodeId } from "@/lib/db/ids";
import type { auditEntries } from "@/lib/db/tables/records";
import { DAY_MS, HOUR_MS } from "@/lib/time";
import { type AuditAction, type Role, scopes } from "@/lib/values";
import type { DemoApp, DemoApps } from "./apps";
import { createIdMinter } from "./minted-ids";
import { DEMO_NAME, DEMO_SLUG, demoPeople } from "./people";
import type { Random } from "./random";
import type { Staff } from "./staff";

const AGENT =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15";
/** IP addresses of the office and of a home, from ranges reserved for documentation (RFC 5737). */
const OFFICE = "203.0.113.80";
const HOME = "198.51.100.142";

type EntryRow = typeof auditEntries.$inferInsert;
interface AuditedAction {
  at: Date;
  by: Actor;
  action: AuditAction;
  target: { id: string; name: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  ip?: string;
}

/**
 * Returns the demo organization's audit log in order of time. Its entries explain the organization's current
 * state.
 */
export function makeAuditEntries(
  random: Random,
  staff: Staff,
  { reports, wall, grant }: DemoApps,
  now: Date,
): EntryRow[] {
  const mintId = createIdMinter(random);
  const { organizationId, foundedAt, people, key, keyCreatedAt } = staff;
  const admin = people.admin.actor;
  const organization = { id: encodeId("organization", organizationId), name: DEMO_NAME };
  const theKey = { id: encodeId("key", key.id), name: key.name };
  const ago = (days: number, hours = 0) => new Date(now.getTime() - days * DAY_MS - hours * HOUR_MS);

  /** Returns two actions: the admin invites a person, and the person joins a little later. */
  const arrival = (who: "support" | "viewer", role: Role, hours: number): AuditedAction[] => {
    const { actor } = people[who];
    const { email } = demoPeople[who];
    const invited = new Date(foundedAt.getTime() + hours * HOUR_MS);
    const invitation = encodeId("invitation", mintId(invited));
    const expires_at = new Date(invited.getTime() + 7 * DAY_MS).toISOString();
    return [
      {
        at: invited,
        by: admin,
        action: "member.invited",
        target: { id: invitation, name: email },
        after: { email, role, expires_at },
      },
      {
        at: new Date(invited.getTime() + 40 * 60_000),
        by: actor,
        action: "member.joined",
        target: { id: encodeId("user", actor.id), name: actor.name },
        after: { email, role, invitation, invited_by: admin.name },
        ip: HOME,
      },
    ];
  };
  const creation = ({ actor, clientId, scopes: held, redirectUris, createdAt }: DemoApp): AuditedAction => ({
    at: createdAt,
    by: admin,
    action: "app.created",
    target: { id: encodeId("app", actor.id), name: actor.name },
    after: { name: actor.name, scopes: held, redirect_uris: redirectUris, client_id: clientId },
  });
  const support = people.support.actor;
  const deeds: AuditedAction[] = [
    {
      at: foundedAt,
      by: admin,
      action: "organization.created",
      target: organization,
      after: { name: DEMO_NAME, slug: DEMO_SLUG },
    },
    ...arrival("support", "viewer", 1),
    ...arrival("viewer", "viewer", 3),
    {
      at: ago(210, 4),
      by: admin,
      action: "member.role_changed",
      target: { id: encodeId("user", support.id), name: support.name },
      before: { role: "viewer" },
      after: { role: "support" },
    },
    {
      at: ago(120, 2),
      by: admin,
      action: "organization.updated",
      target: organization,
      before: { alert_retention_days: 180 },
      after: { alert_retention_days: 365 },
    },
    {
      at: keyCreatedAt,
      by: admin,
      action: "api_access.enabled",
      target: organization,
      before: { api_access: false },
      after: { api_access: true },
    },
    {
      at: new Date(keyCreatedAt.getTime() + 90_000),
      by: admin,
      action: "key.created",
      target: theKey,
      after: { name: key.name, scopes: [...scopes] },
    },
    creation(reports),
    creation(wall),
    {
      at: grant.createdAt,
      by: admin,
      action: "app.authorized",
      target: { id: encodeId("grant", grant.id), name: wall.actor.name },
      after: { app: encodeId("app", wall.actor.id), owner: DEMO_NAME, scopes: wall.scopes },
    },
    { at: ago(17, 6), by: support, action: "access.refused", target: { id: "createKey", name: "POST /keys" } },
    {
      at: reports.rotatedAt ?? ago(12),
      by: admin,
      action: "app.secret_rotated",
      target: { id: encodeId("app", reports.actor.id), name: reports.actor.name },
      before: { secret_last_four: reports.oldLastFour },
      after: { secret_last_four: reports.secret.slice(-4) },
    },
    {
      at: ago(9, 5),
      by: admin,
      action: "key.disabled",
      target: theKey,
      before: { enabled: true },
      after: { enabled: false },
      ip: HOME,
    },
    {
      at: ago(9, 4.9),
      by: admin,
      action: "key.enabled",
      target: theKey,
      before: { enabled: false },
      after: { enabled: true },
      ip: HOME,
    },
  ];
  return deeds.map(({ at, by, action, target, before, after, ip = OFFICE }) => ({
    organizationId,
    id: mintId(at),
    action,
    actorKind: by.kind,
    actorId: by.id,
    actorName: by.name,
    targetId: target.id,
    targetName: target.name,
    before: before ?? null,
    after: after ?? null,
    ip,
    userAgent: AGENT,
    requestId: encodeId("request", mintId(at)),
    createdAt: at,
  }));
}
