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
    description: `Everything that happened in the last ${EVENT_RETENTION_D} days, oldest first. To keep up, remember the id of the last event and ask for what came \`after\` it: nothing is skipped or repeated, however many write at once. A filtered page may hold fewer events than \`limit\` while \`has_more\` is true.`,
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
    description: `Events as they happen, as server-sent events: \`id\` is the event's id, \`event\` its type, \`data\` the event as JSON. Without \`Last-Event-ID\` or \`after\` it starts now; with one of them it goes on behind that event, without gap or repeat, up to ${EVENT_RETENTION_D} days back. A comment comes after ${HEARTBEAT_S} seconds of silence. At most ${MAX_STREAMS} streams of an organization at once on an instance.`,
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
