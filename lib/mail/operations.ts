import { defineOperation } from "@/lib/http/operation";
import { readMail, readMails } from "./reads";
import { mail, mailList, mailParams, mailQuery, mailText } from "./schema";
import { deliverTestEmail } from "./test-mail";

const tag = "Mail";
const access = { role: "admin" } as const;

export const listMails = defineOperation(
  {
    id: "listMails",
    method: "GET",
    path: "/mails",
    tag,
    summary: "List the mails to people of the organization",
    access,
    query: mailQuery,
    status: 200,
    response: mailList,
    errors: ["invalid_cursor"],
  },
  (ctx, { query }) => readMails(ctx, query),
);

export const sendTestMail = defineOperation(
  {
    id: "sendTestMail",
    method: "POST",
    path: "/mails/test",
    tag,
    summary: "Send a test mail to yourself",
    access,
    status: 202,
    response: mail,
    errors: ["limit_reached"],
  },
  (ctx) => deliverTestEmail(ctx),
);

export const getMail = defineOperation(
  {
    id: "getMail",
    method: "GET",
    path: "/mails/{id}",
    tag,
    summary: "Read a mail that no mail server sends",
    access,
    params: mailParams,
    status: 200,
    response: mailText,
    secret: true,
  },
  (ctx, { params }) => readMail(ctx, params.id),
);
