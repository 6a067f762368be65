import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";
import { signUp } from "@/lib/organizations/operations";
import * as writes from "@/lib/organizations/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(signUp, (ctx, { body, request }) => writes.signUp(ctx, request, body)),
});
