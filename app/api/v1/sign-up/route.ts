import { signUp } from "@/lib/account/operations";
import * as account from "@/lib/account/sign-up";
import { handle } from "@/lib/http/pipeline";
import { Answer } from "@/lib/http/reply/reply";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(signUp, async (ctx, { body, request }) => {
    const signedUp = await account.signUp(ctx, request, body);
    return signedUp.organization === null ? new Answer(signedUp, { status: 202 }) : signedUp;
  }),
});
