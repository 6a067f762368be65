import * as operations from "@/lib/analytics/operations";
import { getAlertSummary } from "@/lib/analytics/summary";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getAlertSummary, (ctx, { query }) => getAlertSummary(ctx, query)),
});
