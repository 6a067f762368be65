import { count, eq, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { seal, unseal } from "@/lib/auth/seal";
import type { Transaction } from "@/lib/db/client";
import { newId, timeOfId } from "@/lib/db/ids";
import { webhooks } from "@/lib/db/tables/webhooks";
import { endOfFeed } from "@/lib/events/feed";
import { notFound, validationFailed } from "@/lib/http/failures";
import { assertVersion } from "@/lib/http/reply/entity-tag";
import { parseId } from "@/lib/http/request/parse";
import { MAX_WEBHOOKS, ROTATED_SECRET_H } from "@/lib/limits";
import { lockOrganization } from "@/lib/organizations/lock";
import { outboundClient } from "@/lib/outbound/client";
import { tooManyWebhooks } from "./failures";
import { readWebhookByUuid, webhookSealContext, webhookWithId } from "./reads";
import type { NewWebhook, Webhook, WebhookCreate, WebhookUpdate } from "./schema";
import { mintSigningSecret } from "./sign";

/**
 * Creates a webhook, which receives all later events. Its signing secret is returned only here.
 * @throws Failure `validation_failed` for a URL that requests may not be sent to, `limit_reached`.
 */
export async function addWebhook(ctx: Context, input: WebhookCreate): Promise<NewWebhook> {
  await assertReachable(input.url);
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
      kind: "generic",
      url: seal("webhook-url", place, input.url),
      description: input.description,
      eventTypes: input.event_types,
      body: input.body,
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
    const { enabled = before.enabled, url, ...fields } = change;
    const names = Object.keys(fields) as (keyof typeof fields)[];
    const edited = names.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]));
    const isMoved = url !== undefined && url !== before.url;
    const isSwitched = enabled !== before.enabled;
    if (edited.length === 0 && !isMoved && !isSwitched) return before;
    await tx
      .update(webhooks)
      .set({
        ...(fields.description !== undefined && { description: fields.description }),
        ...(fields.event_types !== undefined && { eventTypes: fields.event_types }),
        ...(fields.body !== undefined && { body: fields.body }),
        ...(isMoved && { url: seal("webhook-url", webhookSealContext(ctx, uuid), url) }),
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
    if (edited.length > 0 || isMoved) {
      const changed = [...edited, ...(isMoved ? (["url"] as const) : [])];
      const of = (webhook: Webhook) =>
        Object.fromEntries(
          Object.entries(auditFields(webhook)).filter(([name]) => changed.some((each) => each === name)),
        );
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

/**
 * Returns a webhook's URL and the secrets that sign its deliveries now.
 * @throws Failure `not_found`.
 */
export async function readWebhookTarget(ctx: Pick<Context, "organizationId" | "db">, uuid: string) {
  const [row] = await ctx.db
    .select({
      url: webhooks.url,
      secret: webhooks.secret,
      previous: sql<Buffer | null>`case when ${webhooks.previousSecretUntil} > now() then ${webhooks.previousSecret} end`,
    })
    .from(webhooks)
    .where(webhookWithId(ctx, uuid));
  if (!row) throw notFound();
  const place = webhookSealContext(ctx, uuid);
  return {
    url: unseal("webhook-url", place, row.url),
    secrets: [row.secret, ...(row.previous ? [row.previous] : [])].map((secret) =>
      unseal("webhook-secret", place, secret),
    ),
  };
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

const auditTarget = ({ id, url, description }: Webhook) => ({
  targetId: id,
  targetName: description || new URL(url).host,
});

/** Returns the fields that the audit log records. A URL's path and query may be secret, so only its host is recorded. */
const auditFields = ({ url, description, event_types, body, enabled }: Webhook) => ({
  url: new URL(url).origin,
  description,
  event_types,
  body,
  enabled,
});
