import { listSessions } from "@/lib/account/operations";
import * as reads from "@/lib/account/reads";
import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(listSessions, (ctx) => reads.listSessions(ctx)),
});
