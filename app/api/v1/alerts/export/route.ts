import { exportAlerts } from "@/lib/alerts/export";
import * as operations from "@/lib/alerts/operations";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.exportAlerts, (ctx, { query, request }) =>
    exportAlerts(ctx, query, request.headers.get("accept")),
  ),
});
