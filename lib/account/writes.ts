import { and, eq, sql } from "drizzle-orm";
import type { Guess } from "@/lib/auth/attempts";
import { forgetResets, guessPassword, hashPassword } from "@/lib/auth/password";
import { findPasswordFault, type PasswordOwner } from "@/lib/auth/password-rules";
import { endSessions, closeSession as endStoredSession } from "@/lib/auth/session";
import type { Executor } from "@/lib/db/client";
import { memberships, users } from "@/lib/db/tables/people";
import { queueEmail } from "@/lib/emails/writes";
import { Failure } from "@/lib/errors";
import type { PersonContext } from "@/lib/http/context";
import { notFound, validationFailed } from "@/lib/http/failures";
import { parseId } from "@/lib/http/request/parse";
import { messages } from "@/lib/messages";
import { tooManyWrongAttempts } from "@/lib/rate-limit/failures";
import { readAccount } from "./reads";
import type { Account, AccountUpdate, EndedSessions, PasswordChange } from "./schema";

/** Days for which a notification about an account change is worth sending. */
const NOTICE_D = 3;

/** Changes the person's name and returns the account. Records written earlier keep the old name. */
export async function changeAccount(ctx: PersonContext, { name }: AccountUpdate): Promise<Account> {
  if (name !== undefined) await ctx.db.update(users).set({ name }).where(eq(users.id, ctx.person.id));
  return readAccount(ctx);
}

/**
 * Changes the password, ends the person's other sessions and notifies the person by email.
 * @throws Failure `validation_failed` for a wrong current or a weak new password; `rate_limited` after too many
 * wrong passwords; `conflict` for an account without a password.
 */
export async function replacePassword(ctx: PersonContext, input: PasswordChange): Promise<void> {
  const { person } = ctx;
  const [row] = await ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, person.id));
  if (!row?.hash) {
    const detail = "You have no password yet. Sign out and use “Forgot password?” on the sign-in page to set one.";
    throw new Failure("conflict", detail);
  }
  acceptPassword(await guessPassword(person.id, row.hash, input.current_password), "/current_password");
  await assertStrong(input.new_password, "/new_password", person);
  // The password is hashed outside of the transaction, because hashing takes much longer than the statements.
  const passwordHash = await hashPassword(input.new_password);
  await ctx.db.transaction(async (tx) => {
    const changed = await storePassword(tx, ctx, { userId: person.id, passwordHash, before: row.hash });
    if (!changed) throw wrongPassword("/current_password");
    await endSessions(person.id, person.sessionId, tx);
  });
}

/**
 * Rejects a new password that is easy to guess.
 * @throws Failure `validation_failed` with `pointer` and what to choose instead.
 */
export async function assertStrong(password: string, pointer: string, owner: PasswordOwner): Promise<void> {
  const detail = await findPasswordFault(password, owner);
  if (detail !== null) throw validationFailed([{ pointer, code: "weak_password", detail }]);
}

/**
 * Returns if the guessed password was correct, and throws otherwise.
 * @param pointer JSON pointer to the password in the request body.
 * @param detail replaces the message for a wrong password.
 * @throws Failure `validation_failed` for a wrong password, or `rate_limited` after too many wrong passwords.
 */
export function acceptPassword(guess: Guess, pointer: string, detail?: string): void {
  if (guess === "right") return;
  throw guess === "wrong" ? wrongPassword(pointer, detail) : tooManyWrongAttempts(guess.blockedForS);
}

function wrongPassword(pointer: string, detail: string = messages.wrongPassword): Failure {
  return validationFailed([{ pointer, code: "wrong_password", detail }]);
}

interface NewPassword {
  userId: string;
  passwordHash: string;
  /** If set, the new password is stored only if this hash is still the current one. */
  before?: string | null;
}

/**
 * Stores a password hash, invalidates all reset links, and notifies the person by email.
 * @returns false, without storing anything, if the current hash isn't `before`.
 */
export async function storePassword(
  tx: Executor,
  { ip }: Pick<PersonContext, "ip">,
  { userId, passwordHash, before }: NewPassword,
): Promise<boolean> {
  const unchanged = before ? eq(users.passwordHash, before) : undefined;
  const [person] = await tx
    .update(users)
    // Incrementing this number rejects sign-ins that checked the old password. Servers of the previous version
    // also end sessions when it changes.
    .set({ passwordHash, sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(and(eq(users.id, userId), unchanged))
    .returning({ name: users.name, email: users.email, at: sql`now()`.mapWith(users.createdAt) });
  if (!person) return false;
  await forgetResets(tx, userId);
  const { name, email, at } = person;
  const content = { name, at: at.toISOString(), ip };
  const organizationId = await findOnlyOrganization(tx, userId);
  await queueEmail(tx, { kind: "password_changed", to: email, content }, { organizationId, days: NOTICE_D });
  return true;
}

/**
 * Returns the UUID of the person's organization if there is exactly one, otherwise null. Without a mail server,
 * its admins may read the person's emails. With several organizations, an admin of one could gain access to
 * another.
 */
export async function findOnlyOrganization(tx: Executor, userId: string): Promise<string | null> {
  const rows = await tx
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .limit(2);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** Queues an email that tells a person that two-factor sign-in was turned off. */
export async function queueTwoFactorNotice(tx: Executor, userId: string, ip: string | null): Promise<void> {
  const [person] = await tx
    .select({ name: users.name, email: users.email, at: sql`now()`.mapWith(users.createdAt) })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) return;
  const { name, email, at } = person;
  const content = { name, at: at.toISOString(), ip };
  const organizationId = await findOnlyOrganization(tx, userId);
  await queueEmail(tx, { kind: "two_factor_off", to: email, content }, { organizationId, days: NOTICE_D });
}

/**
 * Ends one of the person's sessions, with effect on all instances.
 * @throws Failure `not_found` if the session isn't theirs or has already ended.
 */
export async function revokeSession(ctx: PersonContext, id: string): Promise<void> {
  if (!(await endStoredSession(ctx.person.id, parseId("session", id), ctx.db))) throw notFound();
}

/** Ends all of the person's sessions except the current one, and returns how many it ended. */
export async function revokeOtherSessions(ctx: PersonContext): Promise<EndedSessions> {
  return { ended: await endSessions(ctx.person.id, ctx.person.sessionId, ctx.db) };
}
