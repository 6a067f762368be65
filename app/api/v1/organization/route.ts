import { handle } from "@/lib/http/pipeline";
import { tagged } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import { getOrganization, updateOrganization } from "@/lib/organizations/operations";
import * as reads from "@/lib/organizations/reads";
import * as writes from "@/lib/organizations/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getOrganization, async (ctx) => tagged(await reads.getOrganization(ctx))),
  PATCH: handle(updateOrganization, async (ctx, { body, request }) =>
    tagged(await writes.updateOrganization(ctx, body, request.headers.get("if-match"))),
  ),
});
