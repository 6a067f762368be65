import * as operations from "@/lib/analytics/operations";
import { getAlertSeries } from "@/lib/analytics/series";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.getAlertSeries, (ctx, { query }) => getAlertSeries(ctx, query)),
});
