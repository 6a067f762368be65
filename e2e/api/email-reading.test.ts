import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import type { EmailRow, EmailText } from "@/lib/emails/schema";
import { sendEmails } from "@/lib/emails/send";
import type { Email } from "@/lib/emails/writes";
import { type ApiReply, send, servers } from "../fixtures/api";
import { startApiServer } from "../fixtures/api-server";
import { invitationEmail, queueEmailFor, siteLink } from "../fixtures/emails";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";
import { type SmtpFixture, startSmtp } from "../fixtures/smtp";

const [{ url: server }] = servers;
let organization: TestOrganization;
let admin: TestPerson;
let smtp: SmtpFixture;

beforeEach(async () => {
  organization = await createTestOrganization();
  admin = await organization.person("admin");
  smtp = await startSmtp();
});
afterEach(() => smtp.stop());

const queue = (mail?: Email) => queueEmailFor(organization, mail);
const sendMine = (url = smtp.url) => sendEmails({ url, organizationId: organization.id });

function ask(path: string, person = admin, method = "GET"): Promise<ApiReply> {
  return send(server(), path, { method, headers: { ...person.headers, Origin: server() } });
}
async function rows(query = ""): Promise<EmailRow[]> {
  return ((await ask(`/emails${query}`)).json as { data: EmailRow[] }).data;
}

describe("the emails API without a configured mail server", () => {
  it("shows admins the content of an email, including its link", async () => {
    const url = siteLink("/invite/secret-token", server());
    const id = await queue(invitationEmail({ url }));
    const reply = await ask(`/emails/${id}`);
    expect(reply.status).toBe(200);
    const mail = reply.json as EmailText;
    expect(mail).toMatchObject({ id, state: "waiting", recipient: "ada@example.test", url });
    expect(mail.html).toContain("Accept the invitation");
    expect(mail.text).toContain(url);
  });

  it("sends email content uncompressed so that its length reveals nothing", async () => {
    const id = await queue(invitationEmail({ url: siteLink("/invite/secret-token", server()) }));
    const headers = { ...admin.headers, "Accept-Encoding": "br, gzip" };
    const reply = await send(server(), `/emails/${id}`, { headers });
    expect(reply.text.length).toBeGreaterThan(5_000);
    expect(reply.headers.get("content-encoding")).toBeNull();
  });

  it("records in the audit log who opened an email", async () => {
    const id = await queue(invitationEmail({ url: siteLink("/invite/secret-token", server()) }));
    await ask("/emails");
    expect((await ask("/audit-log")).json).toMatchObject({ data: [] });
    await ask(`/emails/${id}`);
    const log = await ask("/audit-log");
    expect(log.json).toMatchObject({
      data: [{ action: "mail.opened", actor: { name: admin.name }, target: { id, name: "ada@example.test" } }],
    });
    expect(log.text).not.toContain("secret-token");
  });

  it("hides emails from other roles and other organizations", async () => {
    const id = await queue();
    for (const role of ["support", "viewer"] as const) {
      expect((await ask(`/emails/${id}`, await organization.person(role))).status).toBe(403);
    }
    const stranger = await (await createTestOrganization()).person("admin");
    expect((await ask(`/emails/${id}`, stranger)).status).toBe(404);
    const theirs = (await ask("/emails", stranger)).json;
    expect(theirs).toMatchObject({ data: [] });
  });

  it("hides the content of an email that was already sent", async () => {
    const id = await queue();
    await sendMine();
    expect((await ask(`/emails/${id}`)).status).toBe(404);
  });

  it("queues a test email and lists it as waiting", async () => {
    const reply = await ask("/emails/test", admin, "POST");
    expect(reply.status).toBe(202);
    expect(reply.json).toMatchObject({ kind: "test", recipient: admin.email, state: "waiting" });
    expect(await rows("?state=waiting")).toMatchObject([{ kind: "test", recipient: admin.email }]);
    expect(await rows("?state=sent,failed")).toEqual([]);
  });

  it("limits test emails to 20 per person per day, even for concurrent requests", async () => {
    const replies = await Promise.all(Array.from({ length: 25 }, () => ask("/emails/test", admin, "POST")));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(await ask("/emails/test", admin, "POST")).toMatchObject({ status: 409, json: { code: "limit_reached" } });
  });

  it("stores email content encrypted", async () => {
    await queue();
    const [row] = await database().db.execute<{ text: string }>(
      sql`select encode(content, 'escape') as text from mails where organization_id = ${organization.id}`,
    );
    expect(row?.text).not.toContain("secret-token");
  });
});

describe("the emails API with a configured mail server", () => {
  it("lists emails to admins without revealing their content", async () => {
    const api = await startApiServer({ SMTP_URL: smtp.url, WORKER: "off" });
    try {
      const id = await queue();
      const headers = { ...admin.headers, Origin: api.url };
      const reply = await send(api.url, `/emails/${id}`, { headers });
      expect(reply.status).toBe(404);
      expect(reply.text).not.toContain("secret-token");
      const list = await send(api.url, "/emails", { headers });
      expect(list.json).toMatchObject({ data: [{ id, recipient: "ada@example.test" }] });
      expect(list.text).not.toContain("secret-token");
    } finally {
      await api.stop();
    }
  });
});
