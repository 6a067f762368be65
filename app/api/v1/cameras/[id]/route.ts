import * as operations from "@/lib/cameras/operations";
import { getCamera } from "@/lib/cameras/reads";
import { handle } from "@/lib/http/handle";
import { tagged } from "@/lib/http/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getCamera, async (ctx, { params }) => tagged(await getCamera(ctx, params.id))),
});
