import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { countFromAddress, waitFailure } from "@/lib/auth/address-limit";
import { attemptKey, beginAttempt } from "@/lib/auth/attempts";
import { hashKey } from "@/lib/auth/key";
import { forgetFailedSignIns, hashPassword } from "@/lib/auth/password";
import { endSessions } from "@/lib/auth/session";
import type { Executor } from "@/lib/db/client";
import { identities, passwordResets, users } from "@/lib/db/tables/people";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import type { PublicContext } from "@/lib/http/handle";
import { FREE_RESET_LINKS, PASSWORD_RESET_MIN } from "@/lib/limits";
import { queueMail } from "@/lib/mail/writes";
import type { PasswordReset } from "./schema";
import { findOnlyOrganization, storePassword } from "./writes";

const TOKEN_BYTES = 32;
/** Longer than it takes to make a link, so that the time of the answer does not tell whether one was made. */
const ANSWER_AFTER_MS = 250;

/**
 * Sends a link that sets a new password to whoever has this e-mail. Answer and time are the same when nobody has it.
 * @throws Failure `rate_limited` after many requests for one e-mail, whoever has it, or from one address.
 */
export async function requestPasswordReset(ctx: PublicContext, email: string): Promise<void> {
  await countFromAddress("requests for a new password", ctx.ip);
  const { allowed, waitS } = await beginAttempt(attemptKey("password-reset", email.toLowerCase()), FREE_RESET_LINKS);
  if (!allowed) throw waitFailure("Too many links for this e-mail.", waitS);
  await Promise.all([sendLink(ctx.db, email), sleep(ANSWER_AFTER_MS)]);
}

/** The link goes to the e-mail as it is stored, never as it was typed, and leads to the configured address. */
async function sendLink(db: Executor, typed: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(sql`lower(${users.email})`, typed.toLowerCase()));
    if (!user) return;
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const [reset] = await tx
      .insert(passwordResets)
      .values({
        hash: hashOf(token),
        userId: user.id,
        expiresAt: sql`now() + make_interval(mins => ${PASSWORD_RESET_MIN})`,
      })
      .returning({ expiresAt: passwordResets.expiresAt });
    const url = `${env().BASE_URL}/reset-password/${token}`;
    const content = { name: user.name, url, expiresAt: reset?.expiresAt.toISOString() ?? "" };
    const organizationId = await findOnlyOrganization(tx, user.id);
    await queueMail(tx, { kind: "password_reset", to: user.email, content }, { organizationId, days: 1 });
  });
}

const hashOf = (token: string) => Buffer.from(hashKey(token), "hex");
const usable = (token: string) =>
  and(eq(passwordResets.hash, hashOf(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, sql`now()`));

/** Whether a link still sets a password; its page asks before it shows the form. */
export async function isPasswordResetOpen(db: Executor, token: string): Promise<boolean> {
  const rows = await db.select({ userId: passwordResets.userId }).from(passwordResets).where(usable(token));
  return rows.length > 0;
}

/**
 * Sets the password of the person whose link it is, ends all of their sessions and tells them by mail. The second factor
 * stays: whoever reads the mails of somebody does not have their phone.
 * @throws Failure `gone` for a link that is unknown, used or too old.
 */
export async function resetPassword(ctx: PublicContext, { token, password }: PasswordReset): Promise<void> {
  if (!(await isPasswordResetOpen(ctx.db, token))) throw gone();
  const passwordHash = await hashPassword(password);
  const email = await ctx.db.transaction(async (tx) => {
    // Of two requests with one link at once, one finds it unused.
    const [reset] = await tx
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(usable(token))
      .returning({ userId: passwordResets.userId });
    if (!reset) throw gone();
    await storePassword(tx, ctx, { userId: reset.userId, passwordHash });
    // Without a mail server an admin reads the mail and hands the link over, which proves nothing.
    if (env().SMTP_URL) await proveEmail(tx, reset.userId);
    await endSessions(reset.userId, null, tx);
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, reset.userId));
    return user?.email ?? "";
  });
  await forgetFailedSignIns(email, ctx.ip);
}

/** The link shows whose the e-mail is; an identity that came by it unproved may be somebody else's. */
async function proveEmail(tx: Executor, userId: string): Promise<void> {
  const [unproved] = await tx
    .update(users)
    .set({ emailProvedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.emailProvedAt)))
    .returning({ id: users.id });
  if (unproved) await tx.delete(identities).where(eq(identities.userId, userId));
}

function gone(): Failure {
  return new Failure("gone", "This link was used or is too old. Ask for a new one on the page “Forgot password?”.");
}
