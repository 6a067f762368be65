import { defineOperation } from "@/lib/http/operation";
import { readMail, readMails } from "./reads";
import { mail, mailList, mailParams, mailQuery, mailText } from "./schema";
import { deliverTestEmail } from "./test-mail";

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
    query: mailQuery,
    status: 200,
    response: mailList,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readMails(ctx, query),
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
    response: mail,
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
    params: mailParams,
    status: 200,
    response: mailText,
    secret: true,
  },
  (ctx, { params }) => readMail(ctx, params.id),
);
