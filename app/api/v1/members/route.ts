import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import { listMembers } from "@/lib/members/operations";
import * as reads from "@/lib/members/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(listMembers, async (ctx, { query }) =>
    withNextLink(listMembers, query, await reads.listMembers(ctx, query)),
  ),
});
