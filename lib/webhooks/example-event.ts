import type { Context } from "@/lib/auth/context";
import { encodeId, mintId, newId } from "@/lib/db/ids";
import type { Event } from "@/lib/events/schema";
import type { EventType, WebhookKind } from "@/lib/values";
import type { DeliverySource } from "./formats/format";
import { webhookFormats } from "./formats/formats";

const subjects: Record<Event["subject"]["kind"], object> = {
  alert: { use_case: "intrusion", severity: "info", status: "open", title: "Test from Sightline" },
  camera: { name: "Test from Sightline" },
  key: { name: "Test from Sightline" },
  webhook: { description: "Test from Sightline" },
};

/**
 * Returns an event that looks like a real one, for tests and previews.
 * @param types the event types that the webhook delivers, or null for all.
 */
export function exampleSource(
  { actor, organization }: Context,
  kind: WebhookKind,
  types: readonly EventType[] | null,
): DeliverySource {
  const supported = webhookFormats[kind].eventTypes;
  const type = (types ?? []).find((each) => supported?.includes(each) ?? true) ?? "alert.created";
  const subject = type.slice(0, type.indexOf(".")) as Event["subject"]["kind"];
  const id = encodeId(subject, newId());
  return {
    event: {
      id: mintId("event"),
      type,
      created_at: new Date().toISOString(),
      actor: { kind: actor.kind, id: actor.id, name: actor.name },
      subject: { kind: subject, id },
      data: { [subject]: { id, ...subjects[subject], version: 1 }, test: true },
    },
    camera: null,
    organization: { name: organization.name, slug: organization.slug },
  };
}
