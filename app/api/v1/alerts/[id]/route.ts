import * as operations from "@/lib/alerts/operations";
import { getAlert } from "@/lib/alerts/reads";
import { updateAlert } from "@/lib/alerts/update";
import { handle } from "@/lib/http/pipeline";
import { tagged } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getAlert, async (ctx, { params, query }) => tagged(await getAlert(ctx, params.id, query))),
  PATCH: handle(operations.updateAlert, async (ctx, { params, body, request }) =>
    tagged(await updateAlert(ctx, params.id, body, request.headers.get("if-match"))),
  ),
});
