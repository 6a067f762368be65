import { getEventSchema } from "@/lib/api/catalog";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getEventSchema);
