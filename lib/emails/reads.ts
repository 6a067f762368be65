import { isIP } from "node:net";
import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { unseal } from "@/lib/auth/seal";
import { encodeId } from "@/lib/db/ids";
import { emails } from "@/lib/db/tables/emails";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { countInTime } from "@/lib/http/reply/count";
import { toPage } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { parseId } from "@/lib/http/request/parse";
import type { EmailState } from "@/lib/values";
import type { EmailList, EmailListQuery, EmailRow, EmailText } from "./schema";
import { renderEmail } from "./templates";
import { type Email, emailSealContext } from "./writes";

/** SQL expression for an email's state. It uses the database's clock. */
const emailState = sql<EmailState>`case
  when ${emails.sentAt} is not null then 'sent'
  when ${emails.expiresAt} > now() then 'waiting'
  when ${emails.error} is not null then 'failed'
  else 'expired' end`;

const columns = {
  id: emails.id,
  kind: emails.kind,
  recipient: emails.recipient,
  state: emailState,
  error: emails.error,
  attempts: emails.attempts,
  createdAt: emails.createdAt,
  expiresAt: emails.expiresAt,
  sentAt: emails.sentAt,
};
type Row = Pick<typeof emails.$inferSelect, Exclude<keyof typeof columns, "state">> & { state: EmailState };

function toEmail(row: Row): EmailRow {
  return {
    id: encodeId("mail", row.id),
    kind: row.kind,
    recipient: row.recipient,
    state: row.state,
    error: row.state === "sent" ? null : row.error,
    attempts: row.attempts,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
  };
}

/** Returns the domain of the sender's address, with IP addresses in brackets (RFC 5321 §4.1.3). */
export function emailDomain(): string {
  const host = new URL(env().BASE_URL).hostname;
  return isIP(host) ? `[${host}]` : host;
}

/** Returns the sender of all emails. */
export const emailSender = (): string => env().MAIL_FROM ?? `Sightline <no-reply@${emailDomain()}>`;

/**
 * Returns the mail server's host and the sender, or null if no mail server is configured. Emails are then only
 * shown in the portal.
 */
export function mailServer(): { host: string; from: string } | null {
  const url = env().SMTP_URL;
  return url === undefined ? null : { host: new URL(url).host, from: emailSender() };
}

/**
 * Returns a page of the organization's emails, newest first (keyset by ID), without their content.
 * @throws Failure `invalid_cursor`.
 */
export async function readEmails(ctx: Context, query: EmailListQuery): Promise<EmailList> {
  const { limit, cursor, state } = query;
  const identity = listIdentity("mails", query);
  const before = cursor ? String(decodeCursor(ctx, identity, cursor)[0]) : undefined;
  const matching = and(
    eq(emails.organizationId, ctx.organizationId),
    state && sql`${emailState} = any(${sql.param(state)}::text[])`,
  );
  const [rows, counted] = await Promise.all([
    ctx.db
      .select(columns)
      .from(emails)
      .where(and(matching, before === undefined ? undefined : lt(emails.id, before)))
      .orderBy(desc(emails.id))
      .limit(limit + 1),
    query.include_total
      ? countInTime("emails", () => ctx.db.select({ total: count() }).from(emails).where(matching))
      : [],
  ]);
  const total = counted[0]?.total;
  return toPage(ctx, rows, { limit, identity, position: ({ id }) => [id], toWire: toEmail, total });
}

/**
 * Returns one email by UUID, without its content.
 * @throws Failure `not_found`.
 */
export async function readEmailRow(ctx: Context, uuid: string): Promise<EmailRow> {
  const [row] = await ctx.db.select(columns).from(emails).where(emailWithId(ctx, uuid));
  if (!row) throw notFound();
  return toEmail(row);
}

/**
 * Returns an email's content and records the reader in the audit log, because its link can give access to an
 * account. With a mail server, only the recipient may read the link.
 * @throws Failure `not_found`, also with a mail server and for an email that was sent.
 */
export async function readEmail(ctx: Context, id: string): Promise<EmailText> {
  if (mailServer() !== null) {
    throw new Failure("not_found", "A mail server is configured, so only the recipient can read an email's content.");
  }
  const [row] = await ctx.db
    .select({ ...columns, content: emails.content })
    .from(emails)
    .where(emailWithId(ctx, parseId("mail", id)));
  if (!row || row.state === "sent") throw notFound();
  const rendered = await renderEmail(openEmail(row));
  const { kind, recipient } = row;
  await recordAudit(ctx.db, ctx, { action: "mail.opened", targetId: id, targetName: recipient, after: { kind } });
  return { ...toEmail(row), ...rendered };
}

/**
 * Decrypts the content of a stored email.
 * @throws Error if it was sealed with another AUTH_SECRET.
 */
export function openEmail(row: { id: string; kind: Email["kind"]; recipient: string; content: Buffer }): Email {
  const content: unknown = JSON.parse(unseal("mail", emailSealContext(row.id), row.content));
  return { kind: row.kind, to: row.recipient, content } as Email;
}

function emailWithId(ctx: Context, uuid: string) {
  return and(eq(emails.organizationId, ctx.organizationId), eq(emails.id, uuid));
}
