import { handle } from "@/lib/http/pipeline";
import { tagged } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import { getKey, updateKey } from "@/lib/keys/operations";
import * as reads from "@/lib/keys/reads";
import * as update from "@/lib/keys/update";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getKey, async (ctx, { params }) => tagged(await reads.getKey(ctx, params.id))),
  PATCH: handle(updateKey, async (ctx, { params, body, request }) =>
    tagged(await update.updateKey(ctx, params.id, body, request.headers.get("if-match"))),
  ),
});
