import { getAccount, updateAccount } from "@/lib/account/operations";
import * as reads from "@/lib/account/reads";
import * as writes from "@/lib/account/writes";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getAccount, (ctx) => reads.getAccount(ctx)),
  PATCH: handle(updateAccount, (ctx, { body }) => writes.updateAccount(ctx, body)),
});
