import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/oauth/operations";
import { rotateAppSecret } from "@/lib/oauth/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.rotateAppSecret, (ctx, { params }) => rotateAppSecret(ctx, params.id)),
});
