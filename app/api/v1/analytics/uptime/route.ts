import { getUptime } from "@/lib/cameras/operations";
import * as uptime from "@/lib/cameras/uptime";
import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getUptime, async (ctx, { query }) => withNextLink(getUptime, query, await uptime.getUptime(ctx, query))),
});
