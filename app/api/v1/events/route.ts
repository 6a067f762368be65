import * as operations from "@/lib/events/operations";
import { listEvents } from "@/lib/events/reads";
import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listEvents, async (ctx, { query }) =>
    withNextLink(operations.listEvents, query, await listEvents(ctx, query)),
  ),
});
