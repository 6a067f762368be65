import { route } from "@/lib/http/route";
import { getTimeline } from "@/lib/notes/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getTimeline);
