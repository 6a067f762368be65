import { handle } from "@/lib/http/pipeline";
import { tagged } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";
import * as operations from "@/lib/organizations/operations";
import { createOrganization } from "@/lib/organizations/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.createOrganization, async (ctx, { body }) => tagged(await createOrganization(ctx, body))),
});
