import { handle } from "@/lib/http/pipeline";
import { tagged } from "@/lib/http/reply/page";
import { Answer } from "@/lib/http/reply/reply";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/sites/operations";
import { getSite } from "@/lib/sites/reads";
import { deleteSite, updateSite } from "@/lib/sites/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getSite, async (ctx, { params }) => tagged(await getSite(ctx, params.id))),
  PATCH: handle(operations.updateSite, async (ctx, { params, body, request }) =>
    tagged(await updateSite(ctx, params.id, body, request.headers.get("if-match"))),
  ),
  DELETE: handle(operations.deleteSite, async (ctx, { params, request }) => {
    await deleteSite(ctx, params.id, request.headers.get("if-match"));
    return new Answer(undefined);
  }),
});
