import { handle } from "@/lib/http/pipeline";
import { Answer } from "@/lib/http/reply/reply";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/members/operations";
import { leaveOrganization } from "@/lib/members/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.leaveOrganization, async (ctx) => {
    await leaveOrganization(ctx);
    return new Answer(undefined);
  }),
});
