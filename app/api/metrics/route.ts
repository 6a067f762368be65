import { handle } from "@/lib/http/handle";
import { getMetrics, readMetrics } from "@/lib/http/metrics";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: handle(getMetrics, readMetrics) });
