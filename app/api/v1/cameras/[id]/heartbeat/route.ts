import { sendHeartbeat } from "@/lib/cameras/heartbeat";
import * as operations from "@/lib/cameras/operations";
import { handle } from "@/lib/http/pipeline";
import { Answer } from "@/lib/http/reply/reply";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.sendHeartbeat, async (ctx, { params, body }) => {
    await sendHeartbeat(ctx, params.id, body);
    return new Answer(undefined);
  }),
});
