import type { Event } from "@/lib/events/schema";
import type { WebhookBody } from "@/lib/values";

/** Returns the body of a delivery: the event's type, time and data. A thin body has only IDs and the version. */
export function deliveryBody({ type, created_at, subject, data }: Event, body: WebhookBody): string {
  if (body === "full") return JSON.stringify({ type, timestamp: created_at, data });
  const { version } = (data[subject.kind] ?? {}) as { version?: number };
  return JSON.stringify({ type, timestamp: created_at, data: { [subject.kind]: { id: subject.id, version } } });
}
