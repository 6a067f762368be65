import { type EventSubject, type EventType, eventTypes } from "@/lib/values";

const subjects: readonly [EventSubject, string][] = [
  ["alert", "Alerts"],
  ["camera", "Cameras"],
  ["key", "Keys"],
  ["webhook", "Webhooks"],
];

/** Returns the anchor of an event type's section, such as `alert-created`. */
export const eventAnchor = (type: EventType) => type.replace(".", "-");

/** Returns table rows with each subject and the types of its events. */
export function eventTypesBySubject(): string[][] {
  return subjects.map(([subject, name]) => [
    name,
    eventTypes
      .filter((type) => type.startsWith(`${subject}.`))
      .map((type) => `[\`${type}\`](/docs/events#${eventAnchor(type)})`)
      .join(", "),
  ]);
}
