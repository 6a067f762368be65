import { defineOperation } from "@/lib/http/operation";
import { readEmail, readEmails } from "./reads";
import { emailListQuerySchema, emailListSchema, emailParamsSchema, emailSchema, emailTextSchema } from "./schema";
import { deliverTestEmail } from "./test-email";

const tag = "Email";
const access = { role: "admin" } as const;

export const listEmails = defineOperation(
  {
    id: "listEmails",
    method: "GET",
    path: "/emails",
    tag,
    summary: "List the emails to people in the organization",
    access,
    query: emailListQuerySchema,
    status: 200,
    response: emailListSchema,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readEmails(ctx, query),
);

export const sendTestEmail = defineOperation(
  {
    id: "sendTestEmail",
    method: "POST",
    path: "/emails/test",
    tag,
    summary: "Send a test email to yourself",
    access,
    status: 202,
    response: emailSchema,
    errors: ["limit_reached"],
  },
  (ctx) => deliverTestEmail(ctx),
);

export const getEmail = defineOperation(
  {
    id: "getEmail",
    method: "GET",
    path: "/emails/{id}",
    tag,
    summary: "Read an email when no mail server is configured",
    access,
    params: emailParamsSchema,
    status: 200,
    response: emailTextSchema,
    secret: true,
  },
  (ctx, { params }) => readEmail(ctx, params.id),
);
