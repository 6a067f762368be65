import { handle } from "@/lib/http/handle";
import { getSecurityContact, securityContact } from "@/lib/http/root-files";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(getSecurityContact, securityContact),
});
