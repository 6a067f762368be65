import { route } from "@/lib/http/route";
import { getAuthorizationServer } from "@/lib/oauth/discovery";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getAuthorizationServer);
