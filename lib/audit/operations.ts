import { defineOperation } from "@/lib/http/operation";
import { MAX_EXPORTS } from "@/lib/limits";
import { streamAuditExport } from "./export";
import { readAuditLog } from "./reads";
import { auditExportQuerySchema, auditLogQuerySchema, auditLogSchema } from "./schema";

const tag = "Audit log";
const access = { role: "admin" } as const;

export const listAuditLog = defineOperation(
  {
    id: "listAuditLog",
    method: "GET",
    path: "/audit-log",
    tag,
    summary: "List the audit log",
    access,
    query: auditLogQuerySchema,
    status: 200,
    response: auditLogSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readAuditLog(ctx, query),
);

export const exportAuditLog = defineOperation(
  {
    id: "exportAuditLog",
    method: "GET",
    path: "/audit-log/export",
    tag,
    summary: "Export the audit log",
    description: `An organization can run up to ${MAX_EXPORTS} exports at once per instance. Further ones are rejected with 429.`,
    access,
    query: auditExportQuerySchema,
    status: 200,
    streams: ["text/csv"],
  },
  (ctx, { query }) => streamAuditExport(ctx, query),
);
