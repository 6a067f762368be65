import { resetPassword } from "@/lib/account/operations";
import * as passwordReset from "@/lib/account/password-reset";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(resetPassword, async (ctx, { body }) => {
    await passwordReset.resetPassword(ctx, body);
    return undefined;
  }),
});
