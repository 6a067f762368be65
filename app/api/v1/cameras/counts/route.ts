import * as operations from "@/lib/cameras/operations";
import { getCameraCounts } from "@/lib/cameras/reads";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getCameraCounts, (ctx, { query }) => getCameraCounts(ctx, query)),
});
