import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { acceptInvitation } from "@/lib/invitations/accept";
import * as operations from "@/lib/invitations/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.acceptInvitation, (ctx, { body }) => acceptInvitation(ctx, body.token)),
});
