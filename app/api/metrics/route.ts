import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";
import { getMetrics, readMetrics } from "@/lib/http/server/metrics";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: handle(getMetrics, readMetrics) });
