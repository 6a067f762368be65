import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/oauth/operations";
import { listApps } from "@/lib/oauth/reads";
import { createApp } from "@/lib/oauth/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listApps, async (ctx, { query }) =>
    withNextLink(operations.listApps, query, await listApps(ctx, query)),
  ),
  POST: handle(operations.createApp, (ctx, { body }) => createApp(ctx, body)),
});
