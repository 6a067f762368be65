import { handle } from "@/lib/http/pipeline";
import { Answer } from "@/lib/http/reply/reply";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/members/operations";
import { removeMember, updateMember } from "@/lib/members/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: handle(operations.updateMember, (ctx, { params, body }) => updateMember(ctx, params.id, body)),
  DELETE: handle(operations.removeMember, async (ctx, { params }) => {
    await removeMember(ctx, params.id);
    return new Answer(undefined);
  }),
});
