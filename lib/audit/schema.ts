import { z } from "zod";
import { decodeId } from "@/lib/db/ids";
import { actor, actorIdKind, listOf, listParameter, pagination, text, timestamp } from "@/lib/http/wire";
import { actorKinds, auditActions } from "@/lib/values";

const state = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z
  .object({
    id: z.string(),
    action: z.enum(auditActions).meta({ description: "What was done" }),
    created_at: z.string(),
    actor,
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
export type AuditEntry = z.output<typeof auditEntry>;

export const auditLog = listOf(auditEntry).meta({ id: "AuditLog" });
export type AuditLog = z.output<typeof auditLog>;

const actorId = z
  .string()
  .refine(
    (value) => actorKinds.some((kind) => decodeId(actorIdKind(kind), value) !== null),
    "Must be the id of a person, an API key or an app.",
  );

const filters = {
  action: listParameter(z.enum(auditActions)).optional(),
  actor_id: actorId.optional(),
  target_id: text(100).min(1, "Must not be empty.").optional(),
  created_after: timestamp.optional().meta({ description: "At this moment or later" }),
  created_before: timestamp.optional().meta({ description: "Before this moment" }),
  q: text(200).optional().meta({
    description: "Part of the name of who did it or of what it was done to; or a whole id of a request or target",
  }),
};

export const auditExportQuery = z.strictObject(filters);
export type AuditExportQuery = z.output<typeof auditExportQuery>;

export const auditQuery = z.strictObject({ ...filters, ...pagination });
export type AuditQuery = z.output<typeof auditQuery>;
