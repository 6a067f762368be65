import { listSessions } from "@/lib/account/operations";
import * as reads from "@/lib/account/reads";
import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(listSessions, async (ctx, { query }) =>
    withNextLink(listSessions, query, await reads.listSessions(ctx, query)),
  ),
});
