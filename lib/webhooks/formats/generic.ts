import type { Format } from "./format";

/** Standard Webhooks: the event's type, time and data. A thin body has only IDs and the version. */
export const genericFormat: Format = {
  eventTypes: null,
  write: ({ url, body }, { event: { type, created_at, subject, data } }) => {
    if (body === "full") return { url, body: { type, timestamp: created_at, data } };
    const { version } = (data[subject.kind] ?? {}) as { version?: number };
    return { url, body: { type, timestamp: created_at, data: { [subject.kind]: { id: subject.id, version } } } };
  },
};
