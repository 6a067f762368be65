import { and, eq, gt, type InferSelectModel, isNull, lte, sql } from "drizzle-orm";
import type { NodemailerError, Transporter } from "nodemailer";
import { database } from "@/lib/db/client";
import { encodeId } from "@/lib/db/ids";
import { emails } from "@/lib/db/tables/emails";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { emailDomain, emailSender, openEmail } from "./reads";
import { renderEmail } from "./templates";

/** The number of emails per step, and the number of connections to the mail server. */
const EMAILS_PER_STEP = 10;
const MAX_CONNECTIONS = 5;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 15_000;
/** Timeout for sending one email in milliseconds, including the wait for a connection. */
const SEND_TIMEOUT_MS = 30_000;
/** Seconds for which an email stays claimed. After that, the process that claimed it is considered dead. */
const TAKEN_S = 120;
/** Seconds until the first retry. Each further delay is four times the previous one, up to an hour. */
const FIRST_WAIT_S = 10;
const MAX_WAIT_S = 3_600;
const MAX_ERROR = 300;

export interface SendOptions {
  /** The mail server's URL. Defaults to `SMTP_URL`. */
  url?: string;
  /** Restricts sending to the emails of one organization. Used in tests. */
  organizationId?: string;
  /** Stops sending after the current step. */
  signal?: AbortSignal;
}

type Due = Pick<InferSelectModel<typeof emails>, "id" | "kind" | "recipient" | "content" | "createdAt" | "attempts">;
type Outcome = { id: string; attempts: number; error: string | null; final: boolean };

/**
 * Sends queued emails through the mail server, if one is configured. Several instances may run it concurrently. An
 * email is claimed before sending, and marked as sent once the server has accepted it. If the process dies in
 * between or the server's reply is lost, the email is sent again with the same Message-ID.
 * @returns the number of emails sent.
 */
export async function sendEmails({ url = env().SMTP_URL, organizationId, signal }: SendOptions = {}): Promise<number> {
  if (url === undefined) return 0;
  await storeOutcomes();
  let sent = 0;
  let transport: Transporter | undefined;
  try {
    for (;;) {
      const due = await claimDueEmails(organizationId);
      if (due.length === 0) return sent;
      transport ??= await connect(url);
      const smtp = transport;
      const outcomes = await Promise.all(due.map((mail) => deliver(smtp, url, mail)));
      unstored().push(...outcomes);
      await storeOutcomes();
      const delivered = outcomes.filter(({ error }) => error === null).length;
      sent += delivered;
      // The server is unavailable, so the other emails wait for the next run.
      if (delivered === 0 || due.length < EMAILS_PER_STEP || signal?.aborted) return sent;
    }
  } finally {
    transport?.close({ force: true });
  }
}

async function connect(url: string): Promise<Transporter> {
  // The library is large and rarely needed, so it is loaded on first use.
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // By default, the pool would resend an email after a lost connection, even if the server had accepted it.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function claimDueEmails(organizationId: string | undefined): Promise<Due[]> {
  const { db } = database();
  const due = db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        isNull(emails.sentAt),
        lte(emails.nextAttemptAt, sql`now()`),
        gt(emails.expiresAt, sql`now()`),
        organizationId === undefined ? undefined : eq(emails.organizationId, organizationId),
      ),
    )
    .orderBy(emails.nextAttemptAt)
    .limit(EMAILS_PER_STEP)
    .for("update", { skipLocked: true })
    .as("due");
  return db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, nextAttemptAt: sql`now() + make_interval(secs => ${TAKEN_S})` })
    .from(due)
    .where(eq(emails.id, due.id))
    .returning({
      id: emails.id,
      kind: emails.kind,
      recipient: emails.recipient,
      content: emails.content,
      createdAt: emails.createdAt,
      attempts: emails.attempts,
    });
}

/** Matches a single plain address (RFC 5321 §4.1.2, without quotes), which can't contain a second recipient. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u;

async function deliver(
  smtp: Transporter,
  url: string,
  { id, kind, recipient, content, createdAt, attempts }: Due,
): Promise<Outcome> {
  const base = { id, attempts };
  if (!ADDRESS.test(recipient)) return { ...base, error: "This isn't a single valid email address.", final: true };
  try {
    const { subject, html, text } = await renderEmail(openEmail({ id, kind, recipient, content }));
    await smtp.sendMail({
      messageId: `<${encodeId("mail", id)}@${emailDomain()}>`,
      date: createdAt,
      from: emailSender(),
      to: { name: "", address: recipient },
      subject,
      html,
      text,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    return { ...base, error: null, final: true };
  } catch (error) {
    const { code, command = "", permanent } = error as NodemailerError;
    log.warn({ mail: encodeId("mail", id), code }, "an email was not sent");
    // The operator can fix errors about the sender or password, so only errors about the recipient or content are
    // final.
    const isRefused = permanent === true && (command.startsWith("RCPT") || command === "DATA");
    return { ...base, error: reasonOf(error as NodemailerError, url), final: isRefused };
  }
}

const reasons: Record<string, string> = {
  EAUTH: "The mail server rejected the username or password in SMTP_URL.",
  ENOAUTH: "The mail server requires a username and password in SMTP_URL.",
  EDNS: "The mail server's host name wasn't found.",
  ETLS: "An encrypted connection to the mail server failed.",
  ETIMEDOUT: "The mail server didn't respond in time.",
  EABORT: "The mail server didn't respond in time.",
  ESOCKET: "The mail server couldn't be reached.",
  ECONNECTION: "The mail server closed the connection.",
};

/** Returns why an attempt failed, without secrets. */
function reasonOf({ code, responseCode, response }: NodemailerError, url: string): string {
  if (code === undefined) return "The email couldn't be created.";
  const known = reasons[code];
  if (known) return known;
  if (responseCode === undefined || !response) return `The email was not sent (${code}).`;
  const { username, password } = new URL(url);
  const secrets = [username, password].flatMap((secret) => [secret, decodeURIComponent(secret)]).filter(Boolean);
  const line = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), response);
  return `The mail server rejected the email: ${line.replace(/\p{Cc}+/gu, " ")}`.slice(0, MAX_ERROR);
}

/** Results of attempts that aren't stored yet, for example because the database was unavailable. */
const unstored = () => processSingleton("mail-outcomes", () => [] as Outcome[]);

async function storeOutcomes(): Promise<void> {
  const rows = unstored().splice(0);
  if (rows.length === 0) return;
  const storing = database().db.execute(sql`
    update mails m set
      sent_at = case when n.error is null then now() end,
      error = n.error,
      expires_at = case when n.error is not null and n.final then least(m.expires_at, now()) else m.expires_at end,
      next_attempt_at = now() + make_interval(
        secs => least(${MAX_WAIT_S}::int, ${FIRST_WAIT_S}::int * power(4, least(n.attempts, 10) - 1)))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(id uuid, attempts int, error text, final boolean)
    where m.id = n.id and m.sent_at is null and (n.error is null or m.attempts = n.attempts)`);
  await storing.catch((error: Error) => {
    unstored().unshift(...rows);
    throw error;
  });
}
