import { batchUpdateAlerts } from "@/lib/alerts/batch-update";
import * as operations from "@/lib/alerts/operations";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: handle(operations.batchUpdateAlerts, (ctx, { body }) => batchUpdateAlerts(ctx, body)),
});
