import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit/writes";
import { attemptKey, beginAttempt } from "@/lib/auth/attempts";
import { hashLinkToken, mintLinkToken } from "@/lib/auth/link-token";
import { forgetFailedSignIns, hashPassword } from "@/lib/auth/password";
import type { PasswordOwner } from "@/lib/auth/password-rules";
import { endSessions } from "@/lib/auth/session";
import { operatorActor } from "@/lib/auth/system";
import { deleteTwoFactor } from "@/lib/auth/two-factor";
import type { Executor } from "@/lib/db/client";
import { encodeId, mintId } from "@/lib/db/ids";
import { identities, memberships, organizations, passwordResets, users } from "@/lib/db/tables/people";
import { queueEmail } from "@/lib/emails/writes";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import type { PublicContext } from "@/lib/http/context";
import { FREE_RESET_LINKS, PASSWORD_RESET_MIN } from "@/lib/limits";
import { chargeAddressOrThrow } from "@/lib/rate-limit/address";
import { tooMany } from "@/lib/rate-limit/failures";
import type { PasswordReset } from "./schema";
import { assertStrong, findOnlyOrganization, queueTwoFactorNotice, storePassword } from "./writes";

/**
 * The minimum response time. It exceeds the time to create a link, so that timing doesn't reveal whether an
 * account exists.
 */
const ANSWER_AFTER_MS = 250;

/**
 * Emails a password reset link to the account with this email. If there is none, the response and its timing are
 * the same.
 * @throws Failure `rate_limited` after many requests for one email or from one IP address.
 */
export async function startPasswordReset(ctx: PublicContext, email: string): Promise<void> {
  await chargeAddressOrThrow("password reset requests", ctx.ip);
  const { allowed, waitS } = await beginAttempt(attemptKey("password-reset", email.toLowerCase()), FREE_RESET_LINKS);
  if (!allowed) throw tooMany("reset links for this email", waitS);
  await Promise.all([sendLink(ctx.db, email), sleep(ANSWER_AFTER_MS)]);
}

/**
 * Emails a reset link, if the account exists. The email goes to the stored address, not the typed one, and its
 * link uses the configured base URL.
 */
async function sendLink(db: Executor, typed: string): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await findUser(tx, typed);
    if (!user) return;
    const link = await makeLink(tx, user.id, { emailed: true, endsTwoFactor: false });
    const content = { name: user.name, ...link };
    const organizationId = await findOnlyOrganization(tx, user.id);
    await queueEmail(tx, { kind: "password_reset", to: user.email, content }, { organizationId, days: 1 });
  });
}

async function findUser(tx: Executor, typed: string) {
  const [user] = await tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      hasTwoFactor: sql<boolean>`${users.totpEnabledAt} is not null`,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, typed.toLowerCase()));
  return user;
}

interface LinkOptions {
  emailed: boolean;
  endsTwoFactor: boolean;
}

async function makeLink(
  tx: Executor,
  userId: string,
  options: LinkOptions,
): Promise<{ url: string; expiresAt: string }> {
  const token = mintLinkToken();
  const expiresAt = sql`now() + make_interval(mins => ${PASSWORD_RESET_MIN})`;
  const [reset] = await tx
    .insert(passwordResets)
    .values({ hash: hashLinkToken(token), userId, expiresAt, ...options })
    .returning({ expiresAt: passwordResets.expiresAt });
  return { url: `${env().BASE_URL}/reset-password/${token}`, expiresAt: reset?.expiresAt.toISOString() ?? "" };
}

/** A reset link that the operator passes on to a person who can't sign in. */
export interface OperatorLink {
  url: string;
  expiresAt: string;
  name: string;
  email: string;
  hasTwoFactor: boolean;
  /** The names of the organizations whose audit logs record the link. */
  organizations: string[];
}

/**
 * Creates a link that sets a new password. Records it in the audit log of each of the person's organizations.
 * @param options.endsTwoFactor whether using the link also turns off two-factor sign-in, for a person who lost
 * their second factor.
 * @returns null if no account has this email.
 */
export async function createOperatorLink(
  db: Executor,
  typed: string,
  options: { endsTwoFactor: boolean },
): Promise<OperatorLink | null> {
  return db.transaction(async (tx) => {
    const user = await findUser(tx, typed);
    if (!user) return null;
    const { id, ...person } = user;
    const endsTwoFactor = options.endsTwoFactor && person.hasTwoFactor;
    const link = await makeLink(tx, id, { emailed: false, endsTwoFactor });
    const theirs = await tx
      .select({ id: organizations.id, name: organizations.name })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(eq(memberships.userId, id))
      .orderBy(organizations.name);
    const requestId = mintId("request");
    for (const { id: organizationId } of theirs) {
      const change = { organizationId, actor: operatorActor(organizationId), requestId, ip: null, userAgent: null };
      await recordAudit(tx, change, {
        action: "member.reset_link_created",
        targetId: encodeId("user", id),
        targetName: person.name,
        after: { email: person.email, expires_at: link.expiresAt, ends_two_factor: endsTwoFactor },
      });
    }
    return { ...link, ...person, organizations: theirs.map(({ name }) => name) };
  });
}

const usable = (token: string) =>
  and(
    eq(passwordResets.hash, hashLinkToken(token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, sql`now()`),
  );

/** Returns the owner of a reset link, or null if the link is unknown, used or expired. Doesn't use up the link. */
export async function readResetOwner(db: Executor, token: string): Promise<PasswordOwner | null> {
  const [owner] = await db
    .select({ name: users.name, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(usable(token));
  return owner ?? null;
}

/**
 * Sets the password of the link's account, ends all of its sessions, and notifies the person by email. Two-factor
 * sign-in stays on, because access to an inbox doesn't prove access to a phone. Only the operator can create a
 * link that turns it off.
 * @throws Failure `gone` for an unknown, used or expired link, `validation_failed` for a weak password.
 */
export async function completePasswordReset(ctx: PublicContext, { token, password }: PasswordReset): Promise<void> {
  const owner = await readResetOwner(ctx.db, token);
  if (!owner) throw gone();
  await assertStrong(password, "/password", owner);
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    // If two requests use one link concurrently, only one finds it unused.
    const [reset] = await tx.update(passwordResets).set({ usedAt: sql`now()` }).where(usable(token)).returning({
      userId: passwordResets.userId,
      emailed: passwordResets.emailed,
      endsTwoFactor: passwordResets.endsTwoFactor,
    });
    if (!reset) throw gone();
    await storePassword(tx, ctx, { userId: reset.userId, passwordHash });
    // Without a mail server, an admin reads the email and passes on the link. Using it then doesn't prove who owns
    // the address.
    if (reset.emailed && env().SMTP_URL) await proveEmail(tx, reset.userId);
    if (reset.endsTwoFactor) {
      await deleteTwoFactor({ userId: reset.userId, db: tx });
      await queueTwoFactorNotice(tx, reset.userId, ctx.ip);
    }
    await endSessions(reset.userId, null, tx);
  });
  await forgetFailedSignIns(owner.email, ctx.ip);
}

/**
 * Marks the email as proved. Identities linked before the proof are deleted, because they may belong to someone
 * else.
 */
async function proveEmail(tx: Executor, userId: string): Promise<void> {
  const [unproved] = await tx
    .update(users)
    .set({ emailProvedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.emailProvedAt)))
    .returning({ id: users.id });
  if (unproved) await tx.delete(identities).where(eq(identities.userId, userId));
}

function gone(): Failure {
  return new Failure(
    "gone",
    "This link was already used or has expired. Request a new one on the page “Forgot password?”.",
  );
}
