import { z } from "zod";
import { roles } from "@/lib/db/values";

export const member = z
  .object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(roles), joined_at: z.string() })
  .meta({ id: "Member" });
export type Member = z.output<typeof member>;

export const memberList = z.object({ data: z.array(member) }).meta({ id: "MemberList" });
export type MemberList = z.output<typeof memberList>;
