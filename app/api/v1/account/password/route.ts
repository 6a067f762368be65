import { changePassword } from "@/lib/account/operations";
import * as writes from "@/lib/account/writes";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(changePassword, async (ctx, { body }) => {
    await writes.changePassword(ctx, body);
    return undefined;
  }),
});
