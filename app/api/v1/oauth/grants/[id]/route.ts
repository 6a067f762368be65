import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/oauth/operations";
import { revokeGrant } from "@/lib/oauth/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: handle(operations.revokeGrant, (ctx, { params }) => revokeGrant(ctx, params.id)),
});
