import { z } from "zod";
import { shownOnce } from "@/lib/http/secret-fields";
import { idSchema, listSchema } from "@/lib/http/wire";
import { emailAddressSchema } from "@/lib/organizations/schema";
import { roles } from "@/lib/values";

const invitationStates = ["open", "expired"] as const;

const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(roles),
    state: z.enum(invitationStates).meta({ description: "`expired`: its link no longer works. Send a new one" }),
    invited_by: z.string().meta({ description: "Name of the person" }),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.output<typeof invitationSchema>;

export const invitationListSchema = listSchema(invitationSchema).meta({ id: "InvitationList" });
export type InvitationList = z.output<typeof invitationListSchema>;

export const invitationCreateSchema = z
  .strictObject({ email: emailAddressSchema, role: z.enum(roles) })
  .meta({ id: "InvitationCreate" });
export type InvitationCreate = z.output<typeof invitationCreateSchema>;

export const invitationSentSchema = z
  .object({
    invitation: invitationSchema,
    url: shownOnce("The link, to hand over yourself; null where the server emails it"),
  })
  .meta({ id: "InvitationSent" });
export type InvitationSent = z.output<typeof invitationSentSchema>;

export const invitationParamsSchema = z.object({ id: idSchema("invitation") });

export const invitationAcceptSchema = z
  .strictObject({ token: z.string().min(1).max(200).meta({ description: "The last part of the link" }) })
  .meta({ id: "InvitationAccept" });

export const joinedSchema = z
  .object({ organization: z.object({ slug: z.string(), name: z.string() }), role: z.enum(roles) })
  .meta({ id: "Joined" });
export type Joined = z.output<typeof joinedSchema>;
