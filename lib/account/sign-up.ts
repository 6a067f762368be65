import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, gt, sql } from "drizzle-orm";
import { attemptKey, beginAttempt } from "@/lib/auth/attempts";
import { hashLinkToken, mintLinkToken } from "@/lib/auth/link-token";
import { guessPassword, hashPassword } from "@/lib/auth/password";
import type { Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { signUps, users } from "@/lib/db/tables/people";
import { queueEmail } from "@/lib/emails/writes";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import type { PublicContext } from "@/lib/http/context";
import { assertInvitation, joinByInvitation } from "@/lib/invitations/accept";
import { FREE_SIGN_UP_EMAILS, SIGN_UP_LINK_H } from "@/lib/limits";
import { foundOrganization } from "@/lib/organizations/writes";
import { chargeAddressOrThrow } from "@/lib/rate-limit/address";
import { tooMany } from "@/lib/rate-limit/failures";
import type { EmailVerification, EmailVerified, SignedUp, SignUp } from "./schema";
import { acceptPassword, assertStrong } from "./writes";

/**
 * The minimum response time. It exceeds the time to queue either email, so that timing doesn't reveal which one
 * was sent.
 */
const ANSWER_AFTER_MS = 250;

/**
 * Creates an account. The person becomes the admin of a new organization, or joins the one that invited them. With
 * a mail server and no invitation, only emails a link, and `confirmEmail` creates the account. The response is the
 * same if the email already has an account, but then its owner is emailed a notice instead.
 * @throws Failure `forbidden` without an invitation if sign-up is closed; `gone` for an invitation that is no
 * longer valid or is for another email; `validation_failed` for a weak password; `rate_limited`; `conflict` if the
 * email has an account and no link is sent.
 */
export async function registerAccount(ctx: PublicContext, input: SignUp): Promise<SignedUp> {
  const { email, invitation } = input;
  if (invitation === undefined && env().SIGN_UP === "invite") throw closed();
  await chargeAddressOrThrow("sign-ups", ctx.ip);
  await assertStrong(input.password, "/password", input);
  if (invitation === undefined && env().SMTP_URL) {
    await startVerification(ctx.db, input);
    return { organization: null };
  }
  if (invitation !== undefined) await assertInvitation(ctx.db, email, invitation);
  if (await findUser(ctx.db, email)) throw emailTaken();
  // The password is hashed outside of the transaction, because hashing takes much longer than the statements.
  const passwordHash = await hashPassword(input.password);
  return ctx.db.transaction(async (tx) => {
    const person = { id: newId(), name: input.name, email };
    if (!(await insertUser(tx, { ...person, passwordHash }, { isProved: false }))) throw emailTaken();
    if (invitation !== undefined) {
      const { organization } = await joinByInvitation(tx, ctx, person, invitation);
      return { organization };
    }
    const { slug, name } = await foundOrganization(tx, ctx, person, input.organization_name ?? "");
    return { organization: { slug, name } };
  });
}

async function startVerification(db: Executor, input: SignUp): Promise<void> {
  const key = attemptKey("sign-up", input.email.toLowerCase());
  const { allowed, waitS } = await beginAttempt(key, FREE_SIGN_UP_EMAILS);
  if (!allowed) throw tooMany("sign-ups with this email", waitS);
  const passwordHash = await hashPassword(input.password);
  await Promise.all([sendLink(db, input, passwordHash), sleep(ANSWER_AFTER_MS)]);
}

async function sendLink(db: Executor, input: SignUp, passwordHash: string): Promise<void> {
  const { email, name, organization_name: organizationName = "" } = input;
  const { BASE_URL } = env();
  // The portal doesn't show this email to admins, because it belongs to no organization yet.
  const options = { organizationId: null, days: SIGN_UP_LINK_H / 24 };
  await db.transaction(async (tx) => {
    const user = await findUser(tx, email);
    if (user) {
      const content = { name: user.name, url: `${BASE_URL}/sign-in`, resetUrl: `${BASE_URL}/forgot-password` };
      await queueEmail(tx, { kind: "account_exists", to: user.email, content }, options);
      return;
    }
    const token = mintLinkToken();
    const expiresAt = sql`now() + make_interval(hours => ${SIGN_UP_LINK_H})`;
    const [row] = await tx
      .insert(signUps)
      .values({ hash: hashLinkToken(token), email, name, passwordHash, organizationName, expiresAt })
      .returning({ expiresAt: signUps.expiresAt });
    const content = { url: `${BASE_URL}/verify-email/${token}`, expiresAt: row?.expiresAt.toISOString() ?? "" };
    await queueEmail(tx, { kind: "email_verification", to: email, content }, options);
  });
}

const usable = (token: string) => and(eq(signUps.hash, hashLinkToken(token)), gt(signUps.expiresAt, sql`now()`));

/** Returns the email that a sign-up link verifies, or null if the link is unknown, used or expired. */
export async function readSignUpEmail(db: Executor, token: string): Promise<string | null> {
  const [row] = await db.select({ email: signUps.email }).from(signUps).where(usable(token));
  return row?.email ?? null;
}

/**
 * Creates the account of a sign-up. The link proves access to the email, and the password proves that the same
 * person signed up. Otherwise, someone could sign up with another person's email and then share the account.
 * @throws Failure `gone` for an unknown, used or expired link, or if another account already has the email;
 * `validation_failed` for a wrong password; `rate_limited` after too many attempts.
 */
export async function confirmEmail(ctx: PublicContext, { token, password }: EmailVerification): Promise<EmailVerified> {
  const [pending] = await ctx.db.select({ hash: signUps.passwordHash }).from(signUps).where(usable(token));
  if (!pending) throw gone();
  const detail = "This isn't the password you chose when you signed up. If you forgot it, sign up again.";
  acceptPassword(
    await guessPassword(hashLinkToken(token).toString("hex"), pending.hash, password),
    "/password",
    detail,
  );
  return ctx.db.transaction(async (tx) => {
    // If two requests use one link concurrently, only one finds it.
    const [signedUp] = await tx.delete(signUps).where(usable(token)).returning({
      email: signUps.email,
      name: signUps.name,
      passwordHash: signUps.passwordHash,
      organizationName: signUps.organizationName,
    });
    if (!signedUp) throw gone();
    const { organizationName, ...user } = signedUp;
    const person = { ...user, id: newId() };
    if (!(await insertUser(tx, person, { isProved: true }))) throw gone();
    await tx.delete(signUps).where(eq(sql`lower(${signUps.email})`, person.email.toLowerCase()));
    const { slug, name } = await foundOrganization(tx, ctx, person, organizationName);
    return { organization: { slug, name } };
  });
}

async function findUser(db: Executor, email: string): Promise<{ name: string; email: string } | undefined> {
  const isTheirs = eq(sql`lower(${users.email})`, email.toLowerCase());
  const [user] = await db.select({ name: users.name, email: users.email }).from(users).where(isTheirs);
  return user;
}

/**
 * Inserts a person, unless the email has an account.
 * @returns whether the person was inserted.
 */
async function insertUser(
  tx: Executor,
  person: { id: string; email: string; name: string; passwordHash: string },
  { isProved }: { isProved: boolean },
): Promise<boolean> {
  const values = { ...person, emailProvedAt: isProved ? sql`now()` : null };
  const made = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
  return made.length > 0;
}

function closed(): Failure {
  return new Failure("forbidden", "Sign-up is by invitation. Ask an admin of your organization for an invitation.");
}

function emailTaken(): Failure {
  const detail = "An account with this email exists. Sign in instead.";
  return new Failure("conflict", detail, { errors: [{ pointer: "/email", code: "taken", detail }] });
}

function gone(): Failure {
  const detail =
    "This link was already used or has expired. If you have an account, sign in. Otherwise, sign up again.";
  return new Failure("gone", detail);
}
