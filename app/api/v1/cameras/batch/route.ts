import * as cameras from "@/lib/cameras/create";
import { createCameras } from "@/lib/cameras/operations";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(createCameras, (ctx, { body }) => cameras.createCameras(ctx, body.cameras)),
});
