import { eq, sql } from "drizzle-orm";
import type { Guess } from "@/lib/auth/attempts";
import { guessPassword } from "@/lib/auth/password";
import { endSessions } from "@/lib/auth/session";
import * as secondFactor from "@/lib/auth/two-factor";
import { users } from "@/lib/db/tables/people";
import { Failure } from "@/lib/errors";
import type { PersonContext } from "@/lib/http/context";
import { validationFailed } from "@/lib/http/failures";
import { messages } from "@/lib/messages";
import { tooManyWrongAttempts } from "@/lib/rate-limit/failures";
import { listRequiringOrganizations } from "./reads";
import type { RecoveryCodeSet, TwoFactorEnd, TwoFactorStart } from "./schema";
import { acceptPassword, queueTwoFactorNotice } from "./writes";

/**
 * Creates a secret for an authenticator app. Two-factor sign-in stays off until a code is confirmed. If the
 * account has a password, it is required, so that a stolen session can't lock out its owner.
 * @throws Failure `conflict` if two-factor sign-in is already on, `validation_failed` for a wrong password,
 * `rate_limited` after too many attempts.
 */
export async function beginTwoFactorSetup(ctx: PersonContext, password = ""): Promise<TwoFactorStart> {
  if (ctx.person.hasTwoFactor) throw alreadyOn();
  const hash = await readPasswordHash(ctx);
  if (hash !== null) acceptPassword(await guessPassword(ctx.person.id, hash, password), "/password");
  return secondFactor.prepareTwoFactor({ userId: ctx.person.id, db: ctx.db }, ctx.person.email);
}

/**
 * Turns on two-factor sign-in and returns the recovery codes. Ends the person's other sessions, which were opened
 * without a second factor.
 * @throws Failure `conflict` if two-factor sign-in is already on or its setup wasn't started, `validation_failed`
 * for a wrong code, `rate_limited` after too many attempts.
 */
export async function enableTwoFactor(ctx: PersonContext, code: string): Promise<RecoveryCodeSet> {
  const { person } = ctx;
  if (person.hasTwoFactor) throw alreadyOn();
  const [row] = await ctx.db
    .select({ isPrepared: sql<boolean>`${users.totpSecret} is not null` })
    .from(users)
    .where(eq(users.id, person.id));
  if (!row?.isPrepared)
    throw new Failure(
      "conflict",
      "Two-factor setup hasn't been started. Start it, scan the QR code, then send a code from the app.",
    );
  let codes: string[] = [];
  const guess = await secondFactor.proveTwoFactor({ userId: person.id, db: ctx.db }, code, async (tx) => {
    await endSessions(person.id, person.sessionId, tx);
    codes = await secondFactor.storeRecoveryCodes({ userId: person.id, db: tx });
  });
  acceptCode(guess);
  return { recovery_codes: codes };
}

/**
 * Replaces the person's recovery codes and returns the new ones.
 * @throws Failure `conflict` if two-factor sign-in is off, `validation_failed` for a wrong code, `rate_limited`
 * after too many attempts.
 */
export async function renewRecoveryCodes(ctx: PersonContext, code: string): Promise<RecoveryCodeSet> {
  if (!ctx.person.hasTwoFactor) throw isOff();
  acceptCode(await secondFactor.takeCode(ctx.person.id, code));
  return ctx.db.transaction(async (tx) => ({
    recovery_codes: await secondFactor.storeRecoveryCodes({ userId: ctx.person.id, db: tx }),
  }));
}

/**
 * Turns off two-factor sign-in and notifies the person by email.
 * @throws Failure `conflict` if it is already off or an organization requires it; `validation_failed` for a wrong
 * password or code; `rate_limited` after too many attempts.
 */
export async function disableTwoFactor(ctx: PersonContext, proof: TwoFactorEnd): Promise<void> {
  const { person } = ctx;
  if (!person.hasTwoFactor) throw isOff();
  const [requiring] = await listRequiringOrganizations(ctx);
  if (requiring) {
    const detail = `${requiring.name} requires two-factor sign-in. Leave the organization, or ask an admin to turn the requirement off.`;
    throw new Failure("conflict", detail);
  }
  if (proof.code === undefined) {
    acceptPassword(
      await guessPassword(person.id, (await readPasswordHash(ctx)) ?? "", proof.password ?? ""),
      "/password",
    );
  } else {
    acceptCode(await secondFactor.takeCode(person.id, proof.code));
  }
  await ctx.db.transaction(async (tx) => {
    await secondFactor.deleteTwoFactor({ userId: person.id, db: tx });
    await queueTwoFactorNotice(tx, person.id, ctx.ip);
  });
}

async function readPasswordHash({ db, person }: PersonContext): Promise<string | null> {
  const [row] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, person.id));
  return row?.hash ?? null;
}

/**
 * Returns if the guessed code was correct, and throws otherwise.
 * @throws Failure `validation_failed` for a wrong code, or `rate_limited` after too many wrong codes.
 */
function acceptCode(guess: Guess): void {
  if (guess === "right") return;
  if (guess === "wrong") throw validationFailed([{ pointer: "/code", code: "wrong_code", detail: messages.wrongCode }]);
  throw tooManyWrongAttempts(guess.blockedForS);
}

function alreadyOn(): Failure {
  return new Failure("conflict", "Two-factor sign-in is already on. Turn it off before you set it up for another app.");
}

function isOff(): Failure {
  return new Failure("conflict", "Two-factor sign-in is off. Set it up first.");
}
