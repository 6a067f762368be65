import { verifyEmail } from "@/lib/account/operations";
import * as signUp from "@/lib/account/sign-up";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(verifyEmail, (ctx, { body }) => signUp.verifyEmail(ctx, body)),
});
