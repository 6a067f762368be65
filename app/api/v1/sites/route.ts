import { handle } from "@/lib/http/pipeline";
import { created, withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/sites/operations";
import { listSites } from "@/lib/sites/reads";
import { createSite } from "@/lib/sites/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listSites, async (ctx, { query }) =>
    withNextLink(operations.listSites, query, await listSites(ctx, query)),
  ),
  POST: handle(operations.createSite, async (ctx, { body }) => created("/sites", await createSite(ctx, body))),
});
