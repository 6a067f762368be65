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
    action: z.enum(auditActions).meta({ description: "What was done" }),
    created_at: z.string(),
    actor: actorSchema,
    target: z
      .object({ id: z.string(), name: z.string().nullable().meta({ description: "Its name at that time" }) })
      .meta({ description: "What it was done to" }),
    before: state.meta({ description: "What was changed, as it was before" }),
    after: state.meta({ description: "What was changed, as it was after" }),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable(),
  })
  .meta({ id: "AuditEntry", description: "Something that was changed in the organization, by whom and from where" });
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditLogSchema = listSchema(auditEntrySchema).meta({ id: "AuditLog" });
export type AuditLog = z.output<typeof auditLogSchema>;

const actorId = z
  .string()
  .refine(
    (value) => actorKinds.some((kind) => decodeId(actorIdKind(kind), value) !== null),
    "Must be the id of a person, an API key or an app.",
  );

const filters = {
  action: listParameter(z.enum(auditActions)).optional(),
  actor_id: actorId.optional(),
  target_id: textSchema(100).min(1, "Must not be empty.").optional(),
  created_after: timestampSchema.optional().meta({ description: "At this moment or later" }),
  created_before: timestampSchema.optional().meta({ description: "Before this moment" }),
  q: textSchema(MAX_SEARCH).optional().meta({
    description: "Part of the name of who did it or of what it was done to; or a whole id of a request or target",
  }),
};

export const auditExportQuerySchema = z.strictObject(filters);
export type AuditExportQuery = z.output<typeof auditExportQuerySchema>;

export const auditLogQuerySchema = z.strictObject({ ...filters, ...paginationParameters });
export type AuditLogQuery = z.output<typeof auditLogQuerySchema>;
