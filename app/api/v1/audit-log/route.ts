import * as operations from "@/lib/audit/operations";
import { listAuditLog } from "@/lib/audit/reads";
import { handle } from "@/lib/http/pipeline";
import { withNextLink } from "@/lib/http/reply/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listAuditLog, async (ctx, { query }) =>
    withNextLink(operations.listAuditLog, query, await listAuditLog(ctx, query)),
  ),
});
