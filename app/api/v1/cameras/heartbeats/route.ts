import * as heartbeats from "@/lib/cameras/heartbeat";
import { sendHeartbeats } from "@/lib/cameras/operations";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(sendHeartbeats, (ctx, { body }) => heartbeats.sendHeartbeats(ctx, body.heartbeats)),
});
