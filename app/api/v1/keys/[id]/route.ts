import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";
import { getKey, updateKey } from "@/lib/keys/operations";
import * as reads from "@/lib/keys/reads";
import * as update from "@/lib/keys/update";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getKey, (ctx, { params }) => reads.getKey(ctx, params.id)),
  PATCH: handle(updateKey, (ctx, { params, body }) => update.updateKey(ctx, params.id, body)),
});
