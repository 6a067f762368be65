import { z } from "zod";
import { id, listOf, listParameter, pagination } from "@/lib/http/wire";
import { mailKinds, mailStates } from "@/lib/values";

export const mail = z
  .object({
    id: z.string(),
    kind: z.enum(mailKinds),
    recipient: z.string(),
    state: z.enum(mailStates),
    error: z.string().nullable().meta({ description: "Why the last attempt failed" }),
    attempts: z.int(),
    created_at: z.string(),
    expires_at: z.string().meta({ description: "It is not sent any more after this moment" }),
    sent_at: z.string().nullable(),
  })
  .meta({ id: "Email", description: "An email of the product to somebody of the organization" });
export type MailRow = z.output<typeof mail>;

export const mailList = listOf(mail).meta({ id: "EmailList" });
export type MailList = z.output<typeof mailList>;

export const mailText = mail
  .extend({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    url: z.string().nullable().meta({ description: "Where its button leads" }),
  })
  .meta({ id: "EmailText", description: "An email with its content" });
export type MailText = z.output<typeof mailText>;

export const mailQuery = z.strictObject({
  state: listParameter(z.enum(mailStates)).optional(),
  ...pagination,
});
export type MailQuery = z.output<typeof mailQuery>;

export const mailParams = z.object({ id: id("mail") });
