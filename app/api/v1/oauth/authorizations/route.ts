import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { decideAuthorization } from "@/lib/oauth/authorize";
import * as operations from "@/lib/oauth/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.decideAuthorization, (ctx, { body }) => decideAuthorization(ctx, body)),
});
