import { route } from "@/lib/http/route";
import { getRequest } from "@/lib/requests/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getRequest);
