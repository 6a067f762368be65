import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { getMe } from "@/lib/organizations/operations";
import * as organizations from "@/lib/organizations/reads";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getMe, (ctx) => organizations.getMe(ctx)),
});
