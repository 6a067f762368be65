import { route } from "@/lib/http/route";
import { getMetrics } from "@/lib/http/server/metrics";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getMetrics);
