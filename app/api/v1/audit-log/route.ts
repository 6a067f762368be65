import * as operations from "@/lib/audit/operations";
import { listAuditLog } from "@/lib/audit/reads";
import { handle } from "@/lib/http/handle";
import { withNextLink } from "@/lib/http/page";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.listAuditLog, async (ctx, { query }) =>
    withNextLink(operations.listAuditLog, query, await listAuditLog(ctx, query)),
  ),
});
