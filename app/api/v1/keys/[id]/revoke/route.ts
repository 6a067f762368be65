import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";
import { revokeKey } from "@/lib/keys/operations";
import * as writes from "@/lib/keys/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(revokeKey, (ctx, { params }) => writes.revokeKey(ctx, params.id)),
});
