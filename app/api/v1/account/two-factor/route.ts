import { endTwoFactor, startTwoFactor } from "@/lib/account/operations";
import * as twoFactor from "@/lib/account/two-factor";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(startTwoFactor, (ctx, { body }) => twoFactor.startTwoFactor(ctx, body?.password)),
  DELETE: handle(endTwoFactor, async (ctx, { body }) => {
    await twoFactor.endTwoFactor(ctx, body);
    return undefined;
  }),
});
