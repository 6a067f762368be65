import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import { createKey, listKeys } from "@/lib/keys/operations";
import * as reads from "@/lib/keys/reads";
import * as writes from "@/lib/keys/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(listKeys, async (ctx, { query }) => withNextLink(listKeys, query, await reads.listKeys(ctx, query))),
  POST: handle(createKey, (ctx, { body }) => writes.createKey(ctx, body)),
});
