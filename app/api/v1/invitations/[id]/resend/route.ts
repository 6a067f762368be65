import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/invitations/operations";
import { resendInvitation } from "@/lib/invitations/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.resendInvitation, (ctx, { params }) => resendInvitation(ctx, params.id)),
});
