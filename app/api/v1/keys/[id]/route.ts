import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";
import { updateKey } from "@/lib/keys/operations";
import * as writes from "@/lib/keys/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: handle(updateKey, (ctx, { params, body }) => writes.updateKey(ctx, params.id, body)),
});
