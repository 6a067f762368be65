import { count, eq, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { seal } from "@/lib/auth/seal";
import type { Transaction } from "@/lib/db/client";
import { newId, timeOfId } from "@/lib/db/ids";
import { webhooks } from "@/lib/db/tables/webhooks";
import { endOfFeed } from "@/lib/events/feed";
import { notFound, validationFailed } from "@/lib/http/failures";
import { maskJson } from "@/lib/http/log/mask";
import { assertVersion } from "@/lib/http/reply/entity-tag";
import { parseId } from "@/lib/http/request/parse";
import { MAX_WEBHOOKS, ROTATED_SECRET_H } from "@/lib/limits";
import { lockOrganization } from "@/lib/organizations/lock";
import { outboundClient } from "@/lib/outbound/client";
import { webhookSealContext } from "./compose";
import { type DestinationSettings, findDestinationIssues } from "./destination";
import { tooManyWebhooks } from "./failures";
import { readWebhookByUuid, webhookWithId } from "./reads";
import type { NewWebhook, Webhook, WebhookCreate, WebhookUpdate } from "./schema";
import { mintSigningSecret } from "./sign";

/**
 * Creates a webhook, which receives all later events. Its signing secret is returned only here.
 * @throws Failure `validation_failed` for a URL that requests may not be sent to, `limit_reached`.
 */
export async function addWebhook(ctx: Context, input: WebhookCreate): Promise<NewWebhook> {
  await assertReachable(input.url);
  assertConsistent({
    ...input,
    hasCredential: input.credential !== null,
    headerNames: Object.keys(input.headers),
  });
  return ctx.db.transaction(async (tx) => {
    await lockOrganization(tx, ctx.organizationId);
    const [counted] = await tx
      .select({ total: count() })
      .from(webhooks)
      .where(eq(webhooks.organizationId, ctx.organizationId));
    if ((counted?.total ?? 0) >= MAX_WEBHOOKS) throw tooManyWebhooks();
    const id = newId();
    const createdAt = timeOfId(id);
    const secret = mintSigningSecret();
    const place = webhookSealContext(ctx, id);
    const { position } = await endOfFeed({ ...ctx, db: tx });
    await tx.insert(webhooks).values({
      organizationId: ctx.organizationId,
      id,
      kind: input.kind,
      url: seal("webhook-url", place, input.url),
      description: input.description,
      eventTypes: input.event_types,
      filter: input.filter,
      body: input.body,
      template: input.template,
      channel: input.channel,
      credential: sealCredential(place, input.credential),
      headers: sealHeaders(place, input.headers),
      enabled: input.enabled,
      ...(!input.enabled && { disabledReason: "requested" as const, disabledAt: createdAt }),
      secret: seal("webhook-secret", place, secret),
      createdByName: ctx.actor.name,
      createdAt,
      updatedAt: createdAt,
      positionTransactionId: position.transactionId,
      positionEventId: position.id,
    });
    const webhook = await readWebhookByUuid({ ...ctx, db: tx }, id);
    await recordAudit(tx, ctx, { action: "webhook.created", ...auditTarget(webhook), after: auditFields(webhook) });
    return { webhook, secret };
  });
}

/**
 * Changes the fields of a webhook that `change` contains. If nothing differs, nothing is written. A webhook that is
 * enabled again continues where it was disabled.
 * @param ifMatch the `If-Match` header, or null to change any version.
 * @throws Failure `not_found`, `version_mismatch`, `validation_failed` for a URL that requests may not be sent to.
 */
export async function changeWebhook(
  ctx: Context,
  id: string,
  change: WebhookUpdate,
  ifMatch: string | null,
): Promise<Webhook> {
  if (change.url !== undefined) await assertReachable(change.url);
  return ctx.db.transaction(async (tx) => {
    const before = await lockWebhook(tx, ctx, id, ifMatch);
    const uuid = parseId("webhook", id);
    const { enabled = before.enabled, url, credential, headers, ...fields } = change;
    const names = Object.keys(fields) as (keyof typeof fields)[];
    const edited: string[] = names.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]));
    const isMoved = url !== undefined && url !== before.url;
    // Stored secrets can't be compared with what is sent, so sending one is a change.
    if (isMoved) edited.push("url");
    if (credential !== undefined) edited.push("credential");
    if (headers !== undefined) edited.push("headers");
    const isSwitched = enabled !== before.enabled;
    if (edited.length === 0 && !isSwitched) return before;
    if (isMoved) assertSecretsSent(before, url, change);
    assertConsistent({
      ...before,
      ...definedOnly(fields),
      url: url ?? before.url,
      hasCredential: credential === undefined ? before.has_credential : credential !== null,
      headerNames: headers === undefined ? before.header_names : Object.keys(headers),
    });
    const place = webhookSealContext(ctx, uuid);
    await tx
      .update(webhooks)
      .set({
        ...(fields.description !== undefined && { description: fields.description }),
        ...(fields.event_types !== undefined && { eventTypes: fields.event_types }),
        ...(fields.filter !== undefined && { filter: fields.filter }),
        ...(fields.body !== undefined && { body: fields.body }),
        ...(fields.template !== undefined && { template: fields.template }),
        ...(fields.channel !== undefined && { channel: fields.channel }),
        ...(credential !== undefined && { credential: sealCredential(place, credential) }),
        ...(headers !== undefined && { headers: sealHeaders(place, headers) }),
        ...(isMoved && { url: seal("webhook-url", place, url), failingSince: null }),
        ...(isSwitched && {
          enabled,
          disabledReason: enabled ? null : "requested",
          disabledAt: enabled ? null : sql`now()`,
          failingSince: null,
        }),
        version: sql`${webhooks.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(webhookWithId(ctx, uuid));
    const after = await readWebhookByUuid({ ...ctx, db: tx }, uuid);
    const target = auditTarget(after);
    if (edited.length > 0) {
      const of = (webhook: Webhook) =>
        Object.fromEntries(Object.entries(auditFields(webhook)).filter(([name]) => edited.includes(name)));
      await recordAudit(tx, ctx, { action: "webhook.updated", ...target, before: of(before), after: of(after) });
    }
    if (isSwitched) {
      const action = enabled ? "webhook.enabled" : "webhook.disabled";
      await recordAudit(tx, ctx, { action, ...target, before: { enabled: !enabled }, after: { enabled } });
    }
    return after;
  });
}

/**
 * Deletes a webhook. Nothing more is sent to it, and its deliveries are no longer listed.
 * @throws Failure `not_found`, `version_mismatch`.
 */
export async function removeWebhook(ctx: Context, id: string, ifMatch: string | null): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, ctx, id, ifMatch);
    await tx.delete(webhooks).where(webhookWithId(ctx, parseId("webhook", id)));
    await recordAudit(tx, ctx, { action: "webhook.deleted", ...auditTarget(webhook), before: auditFields(webhook) });
  });
}

/**
 * Replaces a webhook's signing secret. Deliveries are also signed with the old secret for `ROTATED_SECRET_H` hours.
 * @throws Failure `not_found`.
 */
export async function rotateSigningSecret(ctx: Context, id: string): Promise<NewWebhook> {
  return ctx.db.transaction(async (tx) => {
    await lockWebhook(tx, ctx, id, null);
    const uuid = parseId("webhook", id);
    const secret = mintSigningSecret();
    await tx
      .update(webhooks)
      .set({
        previousSecret: sql`${webhooks.secret}`,
        previousSecretUntil: sql`now() + make_interval(hours => ${ROTATED_SECRET_H})`,
        secret: seal("webhook-secret", webhookSealContext(ctx, uuid), secret),
        version: sql`${webhooks.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(webhookWithId(ctx, uuid));
    const webhook = await readWebhookByUuid({ ...ctx, db: tx }, uuid);
    await recordAudit(tx, ctx, { action: "webhook.secret_rotated", ...auditTarget(webhook) });
    return { webhook, secret };
  });
}

async function lockWebhook(tx: Transaction, ctx: Context, id: string, ifMatch: string | null): Promise<Webhook> {
  const uuid = parseId("webhook", id);
  const [row] = await tx
    .select({ version: webhooks.version })
    .from(webhooks)
    .where(webhookWithId(ctx, uuid))
    .for("no key update");
  if (!row) throw notFound();
  assertVersion("webhook", row.version, ifMatch);
  return readWebhookByUuid({ ...ctx, db: tx }, uuid);
}

/** @throws Failure `validation_failed` if requests may not be sent to the URL. */
async function assertReachable(url: string): Promise<void> {
  const detail = await outboundClient().findFault(url);
  if (detail !== null) throw validationFailed([{ pointer: "/url", code: "url_not_allowed", detail }]);
}

/** @throws Failure `validation_failed` if settings don't fit the webhook's kind. */
function assertConsistent(settings: DestinationSettings): void {
  const issues = findDestinationIssues(settings);
  if (issues.length > 0) throw validationFailed(issues);
}

/**
 * A stored secret is only sent to the origin for which it was entered. Otherwise, changing the URL would reveal it.
 * @throws Failure `validation_failed` if the URL moves to another origin without them.
 */
function assertSecretsSent(before: Webhook, url: string, { credential, headers }: WebhookUpdate): void {
  if (new URL(url).origin === new URL(before.url).origin) return;
  const code = "required";
  const detail = "Send this again, because the URL has another host.";
  const issues = [
    ...(before.has_credential && credential === undefined ? [{ pointer: "/credential", code, detail }] : []),
    ...(before.header_names.length > 0 && headers === undefined ? [{ pointer: "/headers", code, detail }] : []),
  ];
  if (issues.length > 0) throw validationFailed(issues);
}

const sealCredential = (place: string, credential: string | null) =>
  credential === null ? null : seal("webhook-credential", place, credential);

const sealHeaders = (place: string, headers: Record<string, string>) =>
  Object.keys(headers).length === 0 ? null : seal("webhook-headers", place, JSON.stringify(headers));

const definedOnly = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const auditTarget = ({ id, url, description }: Webhook) => ({
  targetId: id,
  targetName: description || new URL(url).host,
});

/** Returns the fields that the audit log records. A URL's path and query may be secret, so only its host is recorded. */
const auditFields = ({ url, header_names, has_credential, ...webhook }: Webhook) => ({
  kind: webhook.kind,
  url: new URL(url).origin,
  description: webhook.description,
  event_types: webhook.event_types,
  filter: webhook.filter,
  body: webhook.body,
  template: maskJson(webhook.template),
  channel: webhook.channel,
  credential: has_credential,
  headers: header_names,
  enabled: webhook.enabled,
});
