import { z } from "zod";
import { idSchema, listSchema } from "@/lib/http/wire";
import { roles } from "@/lib/values";

export const memberSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    joined_at: z.string(),
    two_factor: z
      .boolean()
      .nullable()
      .meta({ description: "Whether the person uses two-factor sign-in. Null unless requested by an admin" }),
    last_seen_at: z.string().nullable().meta({
      description:
        "When the person last used the portal. Null if not within the last 30 days, or if you aren't an admin",
    }),
  })
  .meta({ id: "Member" });
export type Member = z.output<typeof memberSchema>;

export const memberListSchema = listSchema(memberSchema).meta({ id: "MemberList" });
export type MemberList = z.output<typeof memberListSchema>;

export const memberUpdateSchema = z.strictObject({ role: z.enum(roles) }).meta({ id: "MemberUpdate" });
export type MemberUpdate = z.output<typeof memberUpdateSchema>;

export const memberParamsSchema = z.object({ id: idSchema("user") });
