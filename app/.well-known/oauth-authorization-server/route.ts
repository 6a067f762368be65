import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { authorizationServer, getAuthorizationServer } from "@/lib/oauth/discovery";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getAuthorizationServer, () => authorizationServer()),
});
