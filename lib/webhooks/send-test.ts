import { sql } from "drizzle-orm";
import type { Context } from "@/lib/auth/context";
import { notFound, validationFailed } from "@/lib/http/failures";
import { parseId } from "@/lib/http/request/parse";
import { outboundClient } from "@/lib/outbound/client";
import { DELETED_EVENT } from "@/lib/values";
import { composeRequest, type DestinationRow, destinationColumns, PREVIEW_URL, shownBody } from "./compose";
import { findDestinationIssues } from "./destination";
import { exampleSource } from "./example-event";
import { unknownEvent } from "./failures";
import { webhookFormats } from "./formats/formats";
import { findDeliverySource, readWebhook } from "./reads";
import { readReply, shownReply } from "./replies";
import type { WebhookPreview, WebhookPreviewRequest, WebhookTest } from "./schema";

/** The number of latest events among which a preview searches one that the format can deliver. */
const PREVIEWED_EVENTS = 1_000;

/**
 * Sends an example event to a webhook, and waits for the reply.
 * @throws Failure `not_found`.
 */
export async function sendTestDelivery(ctx: Context, id: string): Promise<WebhookTest> {
  const { kind, event_types } = await readWebhook(ctx, id);
  const [row] = await ctx.db.execute<DestinationRow>(sql`
    select ${destinationColumns} from webhooks w
    where w.organization_id = ${ctx.organizationId} and w.id = ${parseId("webhook", id)}::uuid`);
  if (!row) throw notFound();
  const source = exampleSource(ctx, kind, event_types);
  const request = composeRequest(ctx.organizationId, row, source, null, new Date());
  const outcome = await outboundClient().send({ ...request, method: "POST" });
  if ("fault" in outcome) {
    return { delivered: false, status: null, fault: outcome.fault, duration_ms: outcome.ms, reply: null };
  }
  return {
    delivered: readReply(row, outcome).delivered,
    status: outcome.status,
    fault: null,
    duration_ms: outcome.ms,
    reply: shownReply(outcome.text),
  };
}

/**
 * Returns the body that a webhook with these settings would send for an event.
 * @throws Failure `validation_failed` for an unknown event, or settings that don't fit the kind.
 */
export async function previewDelivery(ctx: Context, query: WebhookPreviewRequest): Promise<WebhookPreview> {
  const hasCredential = query.kind === "pagerduty";
  const issues = findDestinationIssues({ ...query, url: PREVIEW_URL, channel: null, hasCredential, headerNames: [] });
  if (issues.length > 0) throw validationFailed(issues);
  const types = webhookFormats[query.kind].eventTypes;
  const latest = sql`(select r.id from (select e.id, e.type from events e where e.organization_id = ${ctx.organizationId}
    and e.type <> ${DELETED_EVENT} order by e.id desc limit ${PREVIEWED_EVENTS}) r
    where ${types ? sql`r.type = any(${sql.param([...types])}::text[])` : sql`true`} order by r.id desc limit 1)`;
  const chosen = query.event_id ? sql`${parseId("event", query.event_id)}::uuid` : latest;
  const stored = await findDeliverySource(ctx, chosen);
  if (!stored && query.event_id) throw unknownEvent();
  const source = stored ?? exampleSource(ctx, query.kind, null);
  const payload = shownBody({ ...query, channel: null }, source);
  return { event_id: stored && source.event.id, event_type: source.event.type, payload };
}
