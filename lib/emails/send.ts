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

/** Emails per step, and connections to the mail server. */
const EMAILS_PER_STEP = 10;
const MAX_CONNECTIONS = 5;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 15_000;
/** Timeout for one email, including waiting for a connection. */
const SEND_TIMEOUT_MS = 30_000;
/** How long an email stays claimed. After that, the claiming process is considered dead. */
const TAKEN_S = 120;
/** Seconds after the first failed attempt. Each delay is four times the previous one, up to an hour. */
const FIRST_WAIT_S = 10;
const MAX_WAIT_S = 3_600;
const MAX_ERROR = 300;

export interface SendOptions {
  /** Defaults to `SMTP_URL`. */
  url?: string;
  /** Sends only this organization's emails, for tests. */
  organizationId?: string;
  /** Stops after the current step. */
  signal?: AbortSignal;
}

type Due = Pick<InferSelectModel<typeof emails>, "id" | "kind" | "recipient" | "content" | "createdAt" | "attempts">;
type Outcome = { id: string; attempts: number; error: string | null; final: boolean };

/**
 * Sends queued emails through the mail server, if one is configured. Several instances may run it concurrently. An
 * email is claimed before sending, and marked as sent right after the server accepted it. It is sent again, later and
 * with the same Message-ID, only if the process dies in between or the server's reply is lost.
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
  // Loaded on first use, because it is large and rarely needed.
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

/** A single plain address (RFC 5321 §4.1.2, without quotes), which can't contain a second recipient. */
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
    // Errors about the sender or password can be fixed by the operator, so the email is retried.
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

/** Describes why an attempt failed, without secrets. */
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

/** Results not yet stored, because the database may have been unavailable. */
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
