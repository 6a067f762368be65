import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";
import { createKey, listKeys } from "@/lib/keys/operations";
import * as reads from "@/lib/keys/reads";
import * as writes from "@/lib/keys/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(listKeys, (ctx) => reads.listKeys(ctx)),
  POST: handle(createKey, (ctx, { body }) => writes.createKey(ctx, body)),
});
