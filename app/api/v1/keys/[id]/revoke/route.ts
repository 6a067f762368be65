import { route } from "@/lib/http/route";
import { revokeKey } from "@/lib/keys/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(revokeKey);
