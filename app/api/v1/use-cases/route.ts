import * as operations from "@/lib/analytics/operations";
import { listUseCases } from "@/lib/analytics/reads";
import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listUseCases, async (ctx, { query }) =>
    withNextLink(operations.listUseCases, query, await listUseCases(ctx, query)),
  ),
});
