import { decodeId } from "@/lib/db/ids";
import { handle } from "@/lib/http/pipeline";
import { tagged } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/oauth/operations";
import { getApp } from "@/lib/oauth/reads";
import { deleteApp, updateApp } from "@/lib/oauth/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getApp, async (ctx, { params }) =>
    tagged(await getApp(ctx, decodeId("app", params.id) ?? "")),
  ),
  PATCH: handle(operations.updateApp, async (ctx, { params, body, request }) =>
    tagged(await updateApp(ctx, params.id, body, request.headers.get("if-match"))),
  ),
  DELETE: handle(operations.deleteApp, (ctx, { params }) => deleteApp(ctx, params.id)),
});
