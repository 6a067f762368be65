import type { Context } from "@/lib/auth/context";
import { EXAMPLE_SUFFIX } from "@/lib/db/id-suffix";
import { mintId } from "@/lib/db/ids";
import { subjectOfType } from "@/lib/events/definition";
import type { EventType, WebhookKind } from "@/lib/values";
import { eventDefinitions } from "./bodies";
import type { DeliverySource } from "./formats/format";
import { webhookFormats } from "./formats/formats";

/**
 * Returns an event with the documented example of its type, for tests and previews.
 * @param types the event types that the webhook delivers, or null for all.
 */
export function exampleSource(
  { actor, organization }: Context,
  kind: WebhookKind,
  types: readonly EventType[] | null,
): DeliverySource {
  const supported = webhookFormats[kind].eventTypes;
  const type = (types ?? []).find((each) => supported?.includes(each) ?? true) ?? "alert.created";
  const subject = subjectOfType(type);
  return {
    event: {
      id: mintId("event"),
      type,
      created_at: new Date().toISOString(),
      actor: { kind: actor.kind, id: actor.id, name: actor.name },
      subject: { kind: subject, id: `${subject}_${EXAMPLE_SUFFIX}` },
      data: { ...eventDefinitions[type].example, test: true },
    },
    camera: null,
    organization: { name: organization.name, slug: organization.slug },
  };
}
