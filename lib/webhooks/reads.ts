import { and, asc, count, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { unseal } from "@/lib/auth/seal";
import { encodeId } from "@/lib/db/ids";
import { webhookAttempts, webhookDeliveries, webhooks } from "@/lib/db/tables/webhooks";
import { subjectOfType } from "@/lib/events/definition";
import { notFound } from "@/lib/http/failures";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { parseId } from "@/lib/http/request/parse";
import type { PageQuery } from "@/lib/http/wire";
import { MAX_COUNTED_DELIVERIES } from "@/lib/limits";
import { type SourceRow, shownBody, sourceOf, toDeliverySource, webhookSealContext } from "./compose";
import type { DeliverySource } from "./formats/format";
import type { Delivery, DeliveryDetail, DeliveryList, DeliveryListQuery, Webhook, WebhookList } from "./schema";

type Scope = Pick<Context, "organizationId" | "db">;

/** Returns the SQL condition for one webhook of the organization. */
export const webhookWithId = ({ organizationId }: Pick<Context, "organizationId">, uuid: string) =>
  and(eq(webhooks.organizationId, organizationId), eq(webhooks.id, uuid));

/** Returns the columns of a webhook in replies, without its secrets. */
function webhookColumns({ organizationId }: Scope) {
  return {
    id: webhooks.id,
    kind: webhooks.kind,
    url: webhooks.url,
    description: webhooks.description,
    eventTypes: webhooks.eventTypes,
    filter: webhooks.filter,
    body: webhooks.body,
    template: webhooks.template,
    channel: webhooks.channel,
    hasCredential: sql<boolean>`${webhooks.credential} is not null`,
    headers: webhooks.headers,
    enabled: webhooks.enabled,
    disabledReason: webhooks.disabledReason,
    disabledAt: webhooks.disabledAt,
    lastSuccessAt: webhooks.lastSuccessAt,
    failingSince: webhooks.failingSince,
    createdByName: webhooks.createdByName,
    createdAt: webhooks.createdAt,
    updatedAt: webhooks.updatedAt,
    version: webhooks.version,
    // A column in a template would be written without its table, and then mean the delivery's own column.
    pending: sql<number>`(select count(*)::int from (select 1 from webhook_deliveries d
      where d.organization_id = ${organizationId} and d.webhook_id = ${webhooks}.id and d.state = 'pending'
      limit ${MAX_COUNTED_DELIVERIES}) d)`,
  };
}

/** Returns webhooks that match a condition, newest first. */
function selectWebhooks(scope: Scope, where: SQL | undefined, limit: number) {
  return scope.db
    .select(webhookColumns(scope))
    .from(webhooks)
    .where(and(eq(webhooks.organizationId, scope.organizationId), where))
    .orderBy(desc(webhooks.id))
    .limit(limit);
}

type WebhookRow = Awaited<ReturnType<typeof selectWebhooks>>[number];

/** Converts a webhook's row to the API's format. */
function toWebhook(scope: Scope, row: WebhookRow): Webhook {
  const place = webhookSealContext(scope, row.id);
  return {
    id: encodeId("webhook", row.id),
    kind: row.kind,
    url: unseal("webhook-url", place, row.url),
    description: row.description,
    event_types: row.eventTypes,
    filter: row.filter,
    body: row.body,
    template: row.template,
    channel: row.channel,
    has_credential: row.hasCredential,
    header_names: row.headers ? Object.keys(JSON.parse(unseal("webhook-headers", place, row.headers)) as object) : [],
    enabled: row.enabled,
    disabled_reason: row.disabledReason,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    pending: row.pending,
    last_success_at: row.lastSuccessAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
    created_by: row.createdByName,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/**
 * Returns a page of the organization's webhooks, newest first.
 * @throws Failure `invalid_cursor`.
 */
export async function readWebhooks(ctx: Context, query: PageQuery): Promise<WebhookList> {
  const identity = listIdentity("webhooks", query);
  const after = query.cursor ? String(decodeCursor(ctx, identity, query.cursor)[0]) : undefined;
  const rows = await selectWebhooks(ctx, after === undefined ? undefined : lt(webhooks.id, after), query.limit + 1);
  const counted = query.include_total
    ? await ctx.db.select({ total: count() }).from(webhooks).where(eq(webhooks.organizationId, ctx.organizationId))
    : [];
  return toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: (row) => [row.id],
    toWire: (row) => toWebhook(ctx, row),
    total: counted[0]?.total,
  });
}

/**
 * Returns one webhook by its public ID.
 * @throws Failure `not_found`.
 */
export function readWebhook(ctx: Context, id: string): Promise<Webhook> {
  return readWebhookByUuid(ctx, parseId("webhook", id));
}

/**
 * Returns one webhook by its UUID.
 * @throws Failure `not_found`.
 */
export async function readWebhookByUuid(ctx: Scope, uuid: string): Promise<Webhook> {
  const [row] = await selectWebhooks(ctx, eq(webhooks.id, uuid), 1);
  if (!row) throw notFound();
  return toWebhook(ctx, row);
}

const deliveryColumns = {
  id: webhookDeliveries.id,
  webhookId: webhookDeliveries.webhookId,
  eventId: webhookDeliveries.eventId,
  eventType: webhookDeliveries.eventType,
  subjectId: webhookDeliveries.subjectId,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  createdAt: webhookDeliveries.createdAt,
  finishedAt: webhookDeliveries.finishedAt,
  isRunning: sql<boolean>`coalesce(${webhookDeliveries.leasedUntil} > now(), false)`,
};
type DeliveryRow = Pick<typeof webhookDeliveries.$inferSelect, Exclude<keyof typeof deliveryColumns, "isRunning">> & {
  isRunning: boolean;
};

function toDelivery(row: DeliveryRow): Delivery {
  const kind = subjectOfType(row.eventType);
  return {
    id: encodeId("delivery", row.id),
    webhook_id: encodeId("webhook", row.webhookId),
    event_id: encodeId("event", row.eventId),
    event_type: row.eventType,
    subject: { kind, id: encodeId(kind, row.subjectId) },
    state: row.state,
    attempts: row.attempts,
    next_attempt_at: row.state === "pending" && !row.isRunning ? row.nextAttemptAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/**
 * Returns a page of a webhook's deliveries, newest first.
 * @throws Failure `not_found` for an unknown webhook, `invalid_cursor`.
 */
export async function readDeliveries(ctx: Context, id: string, query: DeliveryListQuery): Promise<DeliveryList> {
  const webhook = await readWebhook(ctx, id);
  const identity = listIdentity(`deliveries of ${webhook.id}`, query);
  const after = query.cursor ? String(decodeCursor(ctx, identity, query.cursor)[0]) : undefined;
  const where = and(
    eq(webhookDeliveries.organizationId, ctx.organizationId),
    eq(webhookDeliveries.webhookId, parseId("webhook", id)),
    query.state && inArray(webhookDeliveries.state, query.state),
    query.event_type && inArray(webhookDeliveries.eventType, query.event_type),
  );
  const [rows, counted] = await Promise.all([
    ctx.db
      .select(deliveryColumns)
      .from(webhookDeliveries)
      .where(and(where, after === undefined ? undefined : lt(webhookDeliveries.id, after)))
      .orderBy(desc(webhookDeliveries.id))
      .limit(query.limit + 1),
    query.include_total ? ctx.db.select({ total: count() }).from(webhookDeliveries).where(where) : [],
  ]);
  return toPage(ctx, rows, {
    limit: query.limit,
    identity,
    position: (row) => [row.id],
    toWire: toDelivery,
    total: counted[0]?.total,
  });
}

/** Returns the SQL condition for one delivery of a webhook by their public IDs. */
export function deliveryWithId({ organizationId }: Context, id: string, did: string): SQL | undefined {
  return and(
    eq(webhookDeliveries.organizationId, organizationId),
    eq(webhookDeliveries.id, parseId("delivery", did)),
    eq(webhookDeliveries.webhookId, parseId("webhook", id)),
  );
}

/** Converts an attempt's row to the API's format. */
export function toDeliveryAttempt(row: typeof webhookAttempts.$inferSelect): DeliveryDetail["log"][number] {
  return {
    number: row.number,
    started_at: row.startedAt.toISOString(),
    duration_ms: row.durationMs,
    delivered: row.delivered,
    status: row.status,
    fault: row.fault,
    reply: row.reply,
  };
}

/**
 * Returns one delivery with its attempts and its body.
 * @throws Failure `not_found`, also if the webhook was deleted.
 */
export async function readDelivery(ctx: Context, id: string, did: string): Promise<DeliveryDetail> {
  const [row] = await ctx.db
    .select({
      ...deliveryColumns,
      destination: { kind: webhooks.kind, body: webhooks.body, template: webhooks.template, channel: webhooks.channel },
    })
    .from(webhookDeliveries)
    .innerJoin(
      webhooks,
      and(eq(webhooks.organizationId, webhookDeliveries.organizationId), eq(webhooks.id, webhookDeliveries.webhookId)),
    )
    .where(deliveryWithId(ctx, id, did));
  if (!row) throw notFound();
  const attempts = await ctx.db
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.organizationId, ctx.organizationId), eq(webhookAttempts.deliveryId, row.id)))
    .orderBy(asc(webhookAttempts.number), asc(webhookAttempts.startedAt));
  const source = await findDeliverySource(ctx, sql`${row.eventId}::uuid`);
  return {
    ...toDelivery(row),
    log: attempts.map(toDeliveryAttempt),
    payload: source && shownBody(row.destination, source),
  };
}

/**
 * Returns the source of an event's deliveries, or null if the event was deleted.
 * @param event the SQL expression of its UUID.
 */
export async function findDeliverySource(scope: Scope, event: SQL): Promise<DeliverySource | null> {
  const [row] = await scope.db.execute<{ source: SourceRow | null }>(
    sql`select ${sourceOf(scope.organizationId, event)} as source`,
  );
  return row?.source ? toDeliverySource(scope.organizationId, row.source) : null;
}
