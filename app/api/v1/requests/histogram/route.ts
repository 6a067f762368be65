import { route } from "@/lib/http/route";
import { countRequests } from "@/lib/requests/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(countRequests);
