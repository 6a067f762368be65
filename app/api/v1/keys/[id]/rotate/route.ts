import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { rotateKey } from "@/lib/keys/operations";
import * as writes from "@/lib/keys/writes";
import { DEFAULT_OVERLAP_S } from "@/lib/values";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(rotateKey, (ctx, { params, body }) =>
    writes.rotateKey(ctx, params.id, body?.overlap_s ?? DEFAULT_OVERLAP_S),
  ),
});
