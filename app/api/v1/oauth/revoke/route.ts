import { route } from "@/lib/http/route";
import { revokeToken } from "@/lib/oauth/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(revokeToken);
