import { handle } from "@/lib/http/handle";
import { route } from "@/lib/http/route";
import { getOrganization, updateOrganization } from "@/lib/organizations/operations";
import * as reads from "@/lib/organizations/reads";
import * as writes from "@/lib/organizations/writes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getOrganization, (ctx) => reads.getOrganization(ctx)),
  PATCH: handle(updateOrganization, (ctx, { body }) => writes.updateOrganization(ctx, body)),
});
