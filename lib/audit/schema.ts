import { z } from "zod";
import { decodeId } from "@/lib/db/ids";
import {
  actorIdKind,
  actorSchema,
  listParameter,
  listSchema,
  paginationParameters,
  textSchema,
  timestampSchema,
} from "@/lib/http/wire";
import { MAX_SEARCH } from "@/lib/limits";
import { actorKinds, auditActions } from "@/lib/values";

const state = z.record(z.string(), z.unknown()).nullable();

const auditEntrySchema = z
  .object({
    id: z.string(),
    action: z.enum(auditActions).meta({ description: "The action" }),
    created_at: z.string(),
    actor: actorSchema,
    target: z
      .object({ id: z.string(), name: z.string().nullable().meta({ description: "The name at that time" }) })
      .meta({ description: "The target of the action" }),
    before: state.meta({ description: "The changed values before the action" }),
    after: state.meta({ description: "The changed values after the action" }),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
  })
  .meta({ id: "AuditEntry", description: "A change in the organization, with its actor and origin" });
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditLogSchema = listSchema(auditEntrySchema).meta({ id: "AuditLog" });
export type AuditLog = z.output<typeof auditLogSchema>;

const actorId = z
  .string()
  .refine(
    (value) => actorKinds.some((kind) => decodeId(actorIdKind(kind), value) !== null),
    "Send the ID of a person, API key or app.",
  );

const filters = {
  action: listParameter(z.enum(auditActions)).optional(),
  actor_id: actorId.optional(),
  target_id: textSchema(100).min(1, "Must not be empty.").optional(),
  created_after: timestampSchema.optional().meta({ description: "Entries at this time or later" }),
  created_before: timestampSchema.optional().meta({ description: "Entries before this time" }),
  q: textSchema(MAX_SEARCH).optional().meta({
    description: "Part of the actor's or target's name, or a complete request or target ID",
  }),
};

export const auditExportQuerySchema = z.strictObject(filters);
export type AuditExportQuery = z.output<typeof auditExportQuerySchema>;

export const auditLogQuerySchema = z.strictObject({ ...filters, ...paginationParameters });
export type AuditLogQuery = z.output<typeof auditLogQuerySchema>;
