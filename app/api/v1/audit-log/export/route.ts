import { exportAuditLog } from "@/lib/audit/export";
import * as operations from "@/lib/audit/operations";
import { handle } from "@/lib/http/pipeline";
import { route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle(operations.exportAuditLog, (ctx, { query }) => exportAuditLog(ctx, query)),
});
