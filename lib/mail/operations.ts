import { operation } from "@/lib/http/operation";
import { mail, mailList, mailParams, mailQuery, mailText } from "./schema";

const tag = "Mail";
const access = { role: "admin" } as const;

export const listMails = operation({
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
});

export const sendTestMail = operation({
  id: "sendTestMail",
  method: "POST",
  path: "/mails/test",
  tag,
  summary: "Send a test mail to yourself",
  access,
  status: 202,
  response: mail,
  errors: ["limit_reached"],
});

export const getMail = operation({
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
});
