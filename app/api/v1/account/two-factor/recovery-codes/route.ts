import { replaceRecoveryCodes } from "@/lib/account/operations";
import * as twoFactor from "@/lib/account/two-factor";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(replaceRecoveryCodes, (ctx, { body }) => twoFactor.replaceRecoveryCodes(ctx, body.code)),
});
