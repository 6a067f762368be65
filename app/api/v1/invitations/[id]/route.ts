import { handle } from "@/lib/http/pipeline";
import { Answer } from "@/lib/http/reply/reply";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/invitations/operations";
import { revokeInvitation } from "@/lib/invitations/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: handle(operations.revokeInvitation, async (ctx, { params }) => {
    await revokeInvitation(ctx, params.id);
    return new Answer(undefined);
  }),
});
