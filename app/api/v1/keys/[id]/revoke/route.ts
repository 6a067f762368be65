import { handle } from "@/lib/http/pipeline";
import { tagged } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import { revokeKey } from "@/lib/keys/operations";
import * as writes from "@/lib/keys/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(revokeKey, async (ctx, { params }) => tagged(await writes.revokeKey(ctx, params.id))),
});
