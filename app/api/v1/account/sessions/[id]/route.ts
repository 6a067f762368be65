import { endSession } from "@/lib/account/operations";
import * as writes from "@/lib/account/writes";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: handle(endSession, async (ctx, { params }) => {
    await writes.endSession(ctx, params.id);
    return undefined;
  }),
});
