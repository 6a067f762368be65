import { isIP } from "node:net";
import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import type { Context } from "@/lib/auth/context";
import { unseal } from "@/lib/auth/seal";
import { encodeId } from "@/lib/db/ids";
import { mails } from "@/lib/db/tables/mails";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { notFound } from "@/lib/http/failures";
import { countInTime } from "@/lib/http/reply/count";
import { pageOf } from "@/lib/http/reply/page";
import { decodeCursor, listIdentity } from "@/lib/http/request/cursor";
import { parseId } from "@/lib/http/request/parse";
import type { MailState } from "@/lib/values";
import type { MailList, MailQuery, MailRow, MailText } from "./schema";
import { renderMail } from "./templates";
import { type Mail, mailPlace } from "./writes";

/** The one place where a mail's state comes from; the database's clock decides. */
const mailState = sql<MailState>`case
  when ${mails.sentAt} is not null then 'sent'
  when ${mails.expiresAt} > now() then 'waiting'
  when ${mails.error} is not null then 'failed'
  else 'expired' end`;

const columns = {
  id: mails.id,
  kind: mails.kind,
  recipient: mails.recipient,
  state: mailState,
  error: mails.error,
  attempts: mails.attempts,
  createdAt: mails.createdAt,
  expiresAt: mails.expiresAt,
  sentAt: mails.sentAt,
};
type Row = Pick<typeof mails.$inferSelect, Exclude<keyof typeof columns, "state">> & { state: MailState };

function toMail(row: Row): MailRow {
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

/** The domain that mails come from, in the form of an address (RFC 5321 §4.1.3). */
export function mailDomain(): string {
  const host = new URL(env().BASE_URL).hostname;
  return isIP(host) ? `[${host}]` : host;
}

/** Whom mails are from. */
export const sender = (): string => env().MAIL_FROM ?? `Sightline <no-reply@${mailDomain()}>`;

/** The mail server that is set and whom its mails are from, or null where mails are read in the portal. */
export function mailServer(): { host: string; from: string } | null {
  const url = env().SMTP_URL;
  return url === undefined ? null : { host: new URL(url).host, from: sender() };
}

/**
 * A page of the mails to people of the organization, newest first (keyset by id), without what they say.
 * @throws Failure `invalid_cursor`.
 */
export async function readMails(ctx: Context, query: MailQuery): Promise<MailList> {
  const { limit, cursor, state } = query;
  const identity = listIdentity("mails", query);
  const before = cursor ? String(decodeCursor(ctx, identity, cursor)[0]) : undefined;
  const matching = and(
    eq(mails.organizationId, ctx.organizationId),
    state && sql`${mailState} = any(${sql.param(state)}::text[])`,
  );
  const [rows, counted] = await Promise.all([
    ctx.db
      .select(columns)
      .from(mails)
      .where(and(matching, before === undefined ? undefined : lt(mails.id, before)))
      .orderBy(desc(mails.id))
      .limit(limit + 1),
    query.include_total
      ? countInTime("mails", () => ctx.db.select({ total: count() }).from(mails).where(matching))
      : [],
  ]);
  const total = counted[0]?.total;
  return pageOf(ctx, rows, { limit, identity, position: ({ id }) => [id], toWire: toMail, total });
}

/** One mail by its UUID, without what it says. @throws Failure `not_found`. */
export async function getMailRow(ctx: Context, uuid: string): Promise<MailRow> {
  const [row] = await ctx.db.select(columns).from(mails).where(mine(ctx, uuid));
  if (!row) throw notFound();
  return toMail(row);
}

/**
 * What a mail says. Only where no mail server is set: otherwise its link belongs to whoever can read the recipient's
 * mails, and to nobody else. It may hold power over somebody's account, so the audit log tells who read it.
 * @throws Failure `not_found`, also for a mail that was sent.
 */
export async function readMail(ctx: Context, id: string): Promise<MailText> {
  if (mailServer() !== null) {
    throw new Failure("not_found", "A mail server is set, so what a mail says is for its recipient alone.");
  }
  const [row] = await ctx.db
    .select({ ...columns, content: mails.content })
    .from(mails)
    .where(mine(ctx, parseId("mail", id)));
  if (!row || row.state === "sent") throw notFound();
  const rendered = await renderMail(openMail(row));
  const { kind, recipient } = row;
  await recordAudit(ctx.db, ctx, { action: "mail.opened", targetId: id, targetName: recipient, after: { kind } });
  return { ...toMail(row), ...rendered };
}

/** @throws Error when it was sealed under another AUTH_SECRET. */
export function openMail(row: { id: string; kind: Mail["kind"]; recipient: string; content: Buffer }): Mail {
  const content: unknown = JSON.parse(unseal("mail", mailPlace(row.id), row.content));
  return { kind: row.kind, to: row.recipient, content } as Mail;
}

function mine(ctx: Context, uuid: string) {
  return and(eq(mails.organizationId, ctx.organizationId), eq(mails.id, uuid));
}
