import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/notes/operations";
import { getTimeline } from "@/lib/notes/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getTimeline, async (ctx, { params, query }) =>
    withNextLink(operations.getTimeline, query, await getTimeline(ctx, params.id, query), params),
  ),
});
