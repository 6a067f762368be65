import type { Context } from "@/lib/auth/context";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { mintId } from "@/lib/db/ids";
import { subjectOfType } from "@/lib/events/definition";
import type { Event } from "@/lib/events/schema";
import { parseId } from "@/lib/http/request/parse";
import { outboundClient } from "@/lib/outbound/client";
import { eventDefinitions } from "./bodies";
import { deliveryHeaders, isDelivered, shownReply } from "./deliver";
import { deliveryBody } from "./payload";
import { readWebhook } from "./reads";
import type { WebhookTest } from "./schema";
import { readWebhookTarget } from "./writes";

const TEST_TIMEOUT_MS = 10_000;

/**
 * Sends an example event to a webhook, and waits for the reply.
 * @throws Failure `not_found`.
 */
export async function sendTestDelivery(ctx: Context, id: string): Promise<WebhookTest> {
  const webhook = await readWebhook(ctx, id);
  const { url, secrets } = await readWebhookTarget(ctx, parseId("webhook", id));
  const now = new Date();
  const event = exampleEvent(ctx, webhook.event_types?.[0] ?? "alert.created", now);
  const body = deliveryBody(event, webhook.body);
  const headers = deliveryHeaders(event.id, now, body, secrets);
  const outcome = await outboundClient().send({ url, method: "POST", headers, body, timeoutMs: TEST_TIMEOUT_MS });
  if ("fault" in outcome) {
    return { delivered: false, status: null, fault: outcome.fault, duration_ms: outcome.ms, reply: null };
  }
  return {
    delivered: isDelivered(outcome),
    status: outcome.status,
    fault: null,
    duration_ms: outcome.ms,
    reply: shownReply(outcome.text),
  };
}

function exampleEvent({ actor }: Context, type: Event["type"], now: Date): Event {
  const kind = subjectOfType(type);
  return {
    id: mintId("event"),
    type,
    created_at: now.toISOString(),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    subject: { kind, id: `${kind}_${EXAMPLE_SUFFIX}` },
    data: { ...eventDefinitions[type].example, test: true },
  };
}
