import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/requests/operations";
import * as reads from "@/lib/requests/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listRequests, async (ctx, { query }) =>
    withNextLink(operations.listRequests, query, await reads.listRequests(ctx, query)),
  ),
});
