import { decodeId } from "@/lib/db/ids";
import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/oauth/operations";
import { getApp } from "@/lib/oauth/reads";
import { deleteApp, updateApp } from "@/lib/oauth/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getApp, (ctx, { params }) => getApp(ctx, decodeId("app", params.id) ?? "")),
  PATCH: handle(operations.updateApp, (ctx, { params, body }) => updateApp(ctx, params.id, body)),
  DELETE: handle(operations.deleteApp, (ctx, { params }) => deleteApp(ctx, params.id)),
});
