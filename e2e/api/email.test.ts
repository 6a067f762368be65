import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import type { EmailRow } from "@/lib/emails/schema";
import { sendEmails } from "@/lib/emails/send";
import { type Email, queueEmail } from "@/lib/emails/writes";
import { deleteExpiredRecords } from "@/lib/tasks/retention";
import { send, servers } from "../fixtures/api";
import { createTestDatabase } from "../fixtures/databases";
import { invitationEmail, queueEmailFor, siteLink } from "../fixtures/emails";
import { createTestOrganization, type TestOrganization, type TestPerson } from "../fixtures/organization";
import { type SmtpFixture, startSmtp } from "../fixtures/smtp";
import { startTestWorker } from "../fixtures/workers";

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
/** Makes the next attempt to send each queued email due immediately. */
const letTimePass = () =>
  database().db.execute(
    sql`update mails set next_attempt_at = now() - interval '1 second' where organization_id = ${organization.id}`,
  );

async function rows(): Promise<EmailRow[]> {
  return ((await send(server(), "/emails", { headers: admin.headers })).json as { data: EmailRow[] }).data;
}

describe("an email", () => {
  it("arrives once, only at its recipient, as HTML and matching plain text", async () => {
    const id = await queue();
    expect(await sendMine()).toBe(1);
    expect(await sendMine()).toBe(0);
    const [mail, ...others] = smtp.emails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipients: ["ada@example.test"],
      to: [{ address: "ada@example.test" }],
      subject: "Ingrid invited you to Harbour Authority",
    });
    expect(mail?.messageId).toMatch(new RegExp(`^<${id}@`));
    expect(mail?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
    for (const body of [mail?.text, mail?.html]) {
      for (const words of ["Ingrid", "Harbour Authority", "support", siteLink("/invite/secret-token")]) {
        expect(body).toContain(words);
      }
    }
    expect(await rows()).toMatchObject([{ id, kind: "invitation", state: "sent", attempts: 1, error: null }]);
  });

  it("excludes images, scripts, and external style sheets", async () => {
    await queue();
    await sendMine();
    const html = smtp.emails()[0]?.html ?? "";
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object)\b/i);
    expect(html).not.toMatch(/url\(|@import/i);
    expect(html).toContain("prefers-color-scheme: dark");
  });

  it("is retried while the mail server is down and arrives once it is back", async () => {
    const { port } = smtp;
    await smtp.stop();
    await queue();
    expect(await sendMine()).toBe(0);
    expect(await rows()).toMatchObject([
      { state: "waiting", error: "The mail server couldn't be reached.", attempts: 1 },
    ]);
    smtp = await startSmtp({ port });
    expect(await sendMine()).toBe(0);
    await letTimePass();
    expect(await sendMine()).toBe(1);
    expect(smtp.emails()).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: "sent", error: null, attempts: 2 }]);
  });

  it("fails without retry after a permanent rejection, and shows admins the reason", async () => {
    await smtp.stop();
    smtp = await startSmtp({ refuse: "550 No such user here" });
    await queue();
    expect(await sendMine()).toBe(0);
    expect(await rows()).toMatchObject([{ state: "failed", error: expect.stringContaining("550 No such user here") }]);
    await letTimePass();
    await sendMine();
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
  });

  it("is retried after a temporary rejection of its recipient", async () => {
    await smtp.stop();
    smtp = await startSmtp({ refuse: "450 Come back later" });
    await queue();
    await sendMine();
    await letTimePass();
    await sendMine();
    expect(await rows()).toMatchObject([
      { state: "waiting", attempts: 2, error: expect.stringContaining("450 Come back later") },
    ]);
  });

  it("is retried with the same Message-ID after an unfinished attempt", async () => {
    const id = await queue();
    await database().db.execute(sql`
      update mails set attempts = 1, next_attempt_at = now() + interval '1 minute' where organization_id = ${organization.id}`);
    expect(await sendMine()).toBe(0);
    await letTimePass();
    expect(await sendMine()).toBe(1);
    expect(smtp.emails()[0]?.messageId).toMatch(new RegExp(`^<${id}@`));
  });

  it("is not sent after it expires", async () => {
    await queue();
    await database().db.execute(sql`update mails set expires_at = now() where organization_id = ${organization.id}`);
    expect(await sendMine()).toBe(0);
    expect(smtp.emails()).toEqual([]);
    expect(await rows()).toMatchObject([{ state: "expired", attempts: 0 }]);
  });

  it("is sent once, even when several workers send concurrently", async () => {
    const recipients = Array.from({ length: 30 }, (_, index) => `person-${index}@example.test`);
    for (const to of recipients) await queue(invitationEmail({}, to));
    const counts = await Promise.all([sendMine(), sendMine(), sendMine()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(recipients.length);
    const arrived = smtp.emails().flatMap((mail) => mail.recipients);
    expect(arrived.toSorted()).toEqual(recipients.toSorted());
  });

  it("is deleted 30 days after it expires, not earlier", async () => {
    const insert = async (createdDays: number, expiresDays: number) => {
      const id = v7({ msecs: Date.now() - createdDays * 86_400_000 });
      await database().db.execute(sql`
        insert into mails (id, organization_id, kind, recipient, content, created_at, expires_at)
        values (${id}, ${organization.id}, 'test', 'old@example.test', '\\x00', now() - make_interval(days => ${createdDays}),
          now() - make_interval(days => ${expiresDays}))`);
      return encodeId("mail", id);
    };
    await insert(40, 31);
    const kept = await insert(40, 29);
    await deleteExpiredRecords();
    expect((await rows()).map(({ id }) => id)).toEqual([kept]);
  });
});

describe("several workers", () => {
  it("send each waiting email once", async () => {
    const place = await createTestDatabase();
    const settings = { SMTP_URL: smtp.url, MAIL_FROM: "Harbour <portal@harbour.example>" };
    const workers = await Promise.all([startTestWorker(place.url, settings), startTestWorker(place.url, settings)]);
    const pool = connect(place.url, { max: 1 });
    try {
      const recipients = Array.from({ length: 25 }, (_, index) => `person-${index}@example.test`);
      await pool.db.transaction(async (tx) => {
        for (const to of recipients) await queueEmail(tx, invitationEmail({}, to), { organizationId: null, days: 1 });
      });
      await expect.poll(() => smtp.emails().length, { timeout: 25_000, interval: 100 }).toBe(recipients.length);
      await expect
        .poll(async () => (await pool.sql`select 1 from mails where sent_at is null`).length, { interval: 100 })
        .toBe(0);
      expect(
        smtp
          .emails()
          .flatMap((mail) => mail.recipients)
          .toSorted(),
      ).toEqual(recipients.toSorted());
      expect(smtp.emails()[0]?.from).toMatchObject({ name: "Harbour", address: "portal@harbour.example" });
    } finally {
      await Promise.all(workers.map((worker) => worker.end("SIGTERM")));
      await pool.sql.end();
      await place.drop();
    }
  });
});

describe("user-supplied values in emails", () => {
  const evil = 'Eve\r\nBcc: spy@evil.example\r\n\r\n<a href="https://evil.example/">https://evil.example/login</a>';

  it("cannot add headers, recipients, or links", async () => {
    await queue(invitationEmail({ invitedBy: evil, organization: `${evil}\u202e` }));
    expect(await sendMine()).toBe(1);
    const [mail] = smtp.emails();
    expect(mail?.recipients).toEqual(["ada@example.test"]);
    expect(mail?.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail?.subject).not.toMatch(/[\r\n\u202e]/);
    const links = [...(mail?.html ?? "").matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(new Set(links)).toEqual(new Set([siteLink("/invite/secret-token")]));
    // The email also contains no text that an email client would turn into a link.
    expect(mail?.html).not.toContain("evil.example");
    expect(mail?.text).not.toContain("evil.example");
    expect(mail?.text).not.toContain("\u202e");
  });

  it.each([
    "a@example.test,b@example.test",
    "a@example.test\r\nRCPT TO:<b@example.test>",
    '"x@evil.example"@example.test',
    "stranger",
  ])("are rejected as the recipient address %j", async (to) => {
    await queue(invitationEmail({}, to));
    expect(await sendMine()).toBe(0);
    expect(smtp.emails()).toEqual([]);
    expect(await rows()).toMatchObject([{ state: "failed", error: "This isn't a single valid email address." }]);
  });

  it("cannot make an email link to another site", async () => {
    await queue(invitationEmail({ url: "https://evil.example/invite/token" }));
    expect(await sendMine()).toBe(0);
    expect(smtp.emails()).toEqual([]);
    expect(await rows()).toMatchObject([{ state: "waiting", error: "The email couldn't be created." }]);
  });
});

describe("the mail server password", () => {
  it("is left out of stored errors", async () => {
    await queue();
    await sendMine(smtp.url.replace("smtp://", "smtp://mailer:very%2Dsecret@"));
    const [mail] = await rows();
    expect(mail?.state).toBe("waiting");
    expect(mail?.error).toEqual(expect.any(String));
    expect(mail?.error).not.toMatch(/very|mailer|%2D/);
  });
});
