import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/oauth/operations";
import { introspectToken } from "@/lib/oauth/tokens";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.introspectToken, introspectToken),
});
