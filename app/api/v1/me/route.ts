import { route } from "@/lib/http/route";
import { getMe } from "@/lib/organizations/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getMe);
