import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/invitations/operations";
import { listInvitations } from "@/lib/invitations/reads";
import { createInvitation } from "@/lib/invitations/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listInvitations, async (ctx, { query }) =>
    withNextLink(operations.listInvitations, query, await listInvitations(ctx, query)),
  ),
  POST: handle(operations.createInvitation, (ctx, { body }) => createInvitation(ctx, body)),
});
