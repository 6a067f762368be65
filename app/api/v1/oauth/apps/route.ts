import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/oauth/operations";
import { listApps } from "@/lib/oauth/reads";
import { createApp } from "@/lib/oauth/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listApps, (ctx) => listApps(ctx)),
  POST: handle(operations.createApp, (ctx, { body }) => createApp(ctx, body)),
});
