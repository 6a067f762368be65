import { z } from "zod";
import { idSchema, listParameter, listSchema, paginationParameters } from "@/lib/http/wire";
import { emailKinds, emailStates } from "@/lib/values";

export const emailSchema = z
  .object({
    id: z.string(),
    kind: z.enum(emailKinds),
    recipient: z.string(),
    state: z.enum(emailStates),
    error: z.string().nullable().meta({ description: "Why the last attempt failed" }),
    attempts: z.int(),
    created_at: z.string(),
    expires_at: z.string().meta({ description: "The email isn't sent after this time" }),
    sent_at: z.string().nullable(),
  })
  .meta({ id: "Email", description: "An email to a person in the organization" });
export type EmailRow = z.output<typeof emailSchema>;

export const emailListSchema = listSchema(emailSchema).meta({ id: "EmailList" });
export type EmailList = z.output<typeof emailListSchema>;

export const emailTextSchema = emailSchema
  .extend({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    url: z.string().nullable().meta({ description: "The URL of its button" }),
  })
  .meta({ id: "EmailText", description: "An email with its content" });
export type EmailText = z.output<typeof emailTextSchema>;

export const emailListQuerySchema = z.strictObject({
  state: listParameter(z.enum(emailStates)).optional(),
  ...paginationParameters,
});
export type EmailListQuery = z.output<typeof emailListQuerySchema>;

export const emailParamsSchema = z.object({ id: idSchema("mail") });
