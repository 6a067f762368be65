import { handle } from "@/lib/http/handle";
import { withNextLink } from "@/lib/http/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/requests/operations";
import * as reads from "@/lib/requests/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listRequests, async (ctx, { query }) =>
    withNextLink(operations.listRequests, query, await reads.listRequests(ctx, query)),
  ),
});
