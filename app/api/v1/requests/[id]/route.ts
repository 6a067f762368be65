import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/requests/operations";
import { getRequest } from "@/lib/requests/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getRequest, (ctx, { params }) => getRequest(ctx, params.id)),
});
