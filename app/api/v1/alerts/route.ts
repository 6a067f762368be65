import { createAlert } from "@/lib/alerts/create";
import * as operations from "@/lib/alerts/operations";
import { listAlertsJson } from "@/lib/alerts/reads";
import { handle } from "@/lib/http/pipeline";
import { created, withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listAlerts, async (ctx, { query }) =>
    withNextLink(operations.listAlerts, query, await listAlertsJson(ctx, query)),
  ),
  POST: handle(operations.createAlert, async (ctx, { body }) => created("/alerts", await createAlert(ctx, body))),
});
