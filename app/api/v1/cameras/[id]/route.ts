import * as operations from "@/lib/cameras/operations";
import { getCamera } from "@/lib/cameras/reads";
import { archiveCamera, updateCamera } from "@/lib/cameras/update";
import { handle } from "@/lib/http/pipeline";
import { tagged } from "@/lib/http/reply/page";
import { Answer } from "@/lib/http/reply/reply";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getCamera, async (ctx, { params }) => tagged(await getCamera(ctx, params.id))),
  PATCH: handle(operations.updateCamera, async (ctx, { params, body, request }) =>
    tagged(await updateCamera(ctx, params.id, body, request.headers.get("if-match"))),
  ),
  DELETE: handle(operations.archiveCamera, async (ctx, { params, request }) => {
    await archiveCamera(ctx, params.id, request.headers.get("if-match"));
    return new Answer(undefined);
  }),
});
