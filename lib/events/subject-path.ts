import type { EventSubject } from "@/lib/values";

const subjectPaths: Record<EventSubject, string> = {
  alert: "alerts",
  camera: "cameras",
  key: "settings/api-keys",
  webhook: "settings/webhooks",
};

/** Returns the path of the portal's page about an event's subject. */
export const subjectPath = (organization: string, { kind, id }: { kind: EventSubject; id: string }) =>
  `/${organization}/${subjectPaths[kind]}/${id}`;
