import * as history from "@/lib/cameras/history";
import { listStatusHistory } from "@/lib/cameras/operations";
import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(listStatusHistory, async (ctx, { params, query }) => {
    const address = { ...listStatusHistory, path: `/cameras/${params.id}/status/history` };
    return withNextLink(address, query, await history.listStatusHistory(ctx, params.id, query));
  }),
});
