import { createCamera } from "@/lib/cameras/create";
import * as operations from "@/lib/cameras/operations";
import { listCameras } from "@/lib/cameras/reads";
import { handle } from "@/lib/http/pipeline";
import { created, withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listCameras, async (ctx, { query }) =>
    withNextLink(operations.listCameras, query, await listCameras(ctx, query)),
  ),
  POST: handle(operations.createCamera, async (ctx, { body }) => created("/cameras", await createCamera(ctx, body))),
});
