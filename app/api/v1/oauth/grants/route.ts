import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/oauth/operations";
import { listGrants } from "@/lib/oauth/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listGrants, async (ctx, { query }) =>
    withNextLink(operations.listGrants, query, await listGrants(ctx, query)),
  ),
});
