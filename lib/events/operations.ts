import { defineOperation } from "@/lib/http/operation";
import { EVENT_RETENTION_D, HEARTBEAT_S, MAX_STREAMS } from "@/lib/limits";
import { readEvents } from "./reads";
import { eventListQuerySchema, eventListSchema, eventSchema, eventStreamQuerySchema } from "./schema";
import { openEventStream } from "./stream";

const tag = "Events";

export const listEvents = defineOperation(
  {
    id: "listEvents",
    method: "GET",
    path: "/events",
    tag,
    summary: "List events",
    description: `All events of the last ${EVENT_RETENTION_D} days, oldest first. To follow the feed, store the ID of the last event and request the events \`after\` it. No event is skipped or repeated, even under concurrent writes. A filtered page can have fewer events than \`limit\` while \`has_more\` is true.`,
    access: { scope: "events:read" },
    query: eventListQuerySchema,
    replica: true,
    status: 200,
    response: eventListSchema,
    errors: ["invalid_cursor", "not_found", "gone"],
  },
  (ctx, { query }) => readEvents(ctx, query),
);

export const streamEvents = defineOperation(
  {
    id: "streamEvents",
    method: "GET",
    path: "/events/stream",
    tag,
    summary: "Stream events",
    description: `Streams events as they happen, as server-sent events: \`id\` is the event's ID, \`event\` its type, and \`data\` the event as JSON. Without \`Last-Event-ID\` or \`after\`, the stream starts now. With one of them, it continues after that event without gaps or repeats, up to ${EVENT_RETENTION_D} days back. After ${HEARTBEAT_S} seconds without events, a comment is sent to keep the connection open. An organization can have up to ${MAX_STREAMS} open streams per instance.`,
    access: { scope: "events:read" },
    query: eventStreamQuerySchema,
    headers: ["last-event-id"],
    status: 200,
    streams: ["text/event-stream"],
    response: eventSchema,
    errors: ["not_found", "gone", "limit_reached"],
  },
  (ctx, { query, headers, signal, recheck }) =>
    openEventStream(ctx, {
      types: query.type,
      after: query.after,
      lastEventId: headers["last-event-id"],
      signal,
      recheck,
    }),
);
