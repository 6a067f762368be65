import { handle } from "@/lib/http/handle";
import { withNextLink } from "@/lib/http/page";
import { route } from "@/lib/http/route";
import { listMembers } from "@/lib/members/operations";
import * as reads from "@/lib/members/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(listMembers, async (ctx, { query }) =>
    withNextLink(listMembers, query, await reads.listMembers(ctx, query)),
  ),
});
