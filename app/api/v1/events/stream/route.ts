import * as operations from "@/lib/events/operations";
import { streamEvents } from "@/lib/events/stream";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.streamEvents, (ctx, { query, request, recheck }) =>
    streamEvents(ctx, {
      types: query.type,
      after: query.after,
      lastEventId: request.headers.get("last-event-id"),
      signal: request.signal,
      recheck,
    }),
  ),
});
