import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { database, type Executor } from "@/lib/db/client";
import { recoveryCodes, users } from "@/lib/db/tables/people";
import { RECOVERY_CODES } from "@/lib/limits";
import { attemptKey, type Guess, guess } from "./attempts";
import { hashKey } from "./key";
import { seal, unseal } from "./seal";

const ISSUER = "Sightline";
/** Parameters that all authenticator apps support (RFC 6238 §1.2): SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
const DIGITS = 6;
/**
 * Codes of the previous and next time step are accepted, too. Clocks differ, and people need time to type (RFC
 * 6238 §5.2).
 */
const WINDOW = 1;
/** A recovery code has 80 random bits, so that its plain hash reveals nothing. */
const RECOVERY_BYTES = 10;
const RECOVERY_GROUP = 4;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** The person, and the database or transaction to use. */
interface Place {
  userId: string;
  db: Executor;
}

const APP_CODE = /^\d{6}$/;

function authenticator(secret: string, email = ""): TOTP {
  const options = { issuer: ISSUER, algorithm: "SHA1", digits: DIGITS, period: PERIOD_S };
  return new TOTP({ ...options, label: email || ISSUER, secret: Secret.fromBase32(secret) });
}

/**
 * Creates a secret for an authenticator app, stores it encrypted, and returns it. A confirmed secret
 * isn't replaced. Sign-ins require codes only once the secret is confirmed.
 */
export async function prepareTwoFactor({ userId, db }: Place, email: string): Promise<{ secret: string; url: string }> {
  const secret = new Secret({ size: 20 }).base32;
  await db
    .update(users)
    .set({ totpSecret: seal("totp", userId, secret), totpLastStep: null })
    .where(and(eq(users.id, userId), isNull(users.totpEnabledAt)));
  return { secret, url: authenticator(secret, email).toString() };
}

/**
 * Checks the first code of the prepared secret. If it is right, every later sign-in with a password requires a code.
 * @param then runs after a right code, in the same transaction.
 */
export function proveTwoFactor(
  { userId, db }: Place,
  code: string,
  then: (tx: Executor) => Promise<void>,
): Promise<Guess> {
  return guessCode(userId, () =>
    db.transaction(async (tx) => {
      const change = { totpEnabledAt: sql`now()` };
      const isRight = await takeStep({ userId, db: tx }, code, isNull(users.totpEnabledAt), change);
      if (isRight) await then(tx);
      return isRight;
    }),
  );
}

/**
 * Checks an authenticator code or a recovery code. Each works only once. Guesses from all IP addresses are counted
 * together, because the person guessing already has the password.
 */
export function takeCode(userId: string, code: string): Promise<Guess> {
  const { db } = database();
  return guessCode(userId, async () => {
    const typed = code.replace(/[\s-]/g, "").toLowerCase();
    if (APP_CODE.test(typed)) return takeStep({ userId, db }, typed, isNotNull(users.totpEnabledAt));
    const used = await db
      .update(recoveryCodes)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(recoveryCodes.userId, userId),
          eq(recoveryCodes.hash, recoveryHash(typed)),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning({ userId: recoveryCodes.userId });
    return used.length > 0;
  });
}

const guessCode = (userId: string, isRight: () => Promise<boolean>) => guess(attemptKey("two-factor", userId), isRight);

/**
 * Checks an authenticator code and marks its time step as used. It uses the database's clock and row, so that only
 * one of two concurrent requests with the same code succeeds.
 */
async function takeStep(
  { userId, db }: Place,
  code: string,
  state: SQL,
  change: { totpEnabledAt?: SQL } = {},
): Promise<boolean> {
  // The library compares bytes, and throws if the code's six characters take more than six bytes.
  if (!APP_CODE.test(code)) return false;
  const [row] = await db
    .select({ secret: users.totpSecret, now: sql<number>`extract(epoch from clock_timestamp())::float8` })
    .from(users)
    .where(and(eq(users.id, userId), state));
  if (!row?.secret) return false;
  const totp = authenticator(unseal("totp", userId, row.secret));
  const delta = totp.validate({ token: code, timestamp: row.now * 1_000, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(row.now / PERIOD_S) + delta;
  const taken = await db
    .update(users)
    .set({ totpLastStep: step, ...change })
    .where(
      and(
        eq(users.id, userId),
        state,
        eq(users.totpSecret, row.secret),
        or(isNull(users.totpLastStep), lt(users.totpLastStep, step)),
      ),
    )
    .returning({ id: users.id });
  return taken.length > 0;
}

/** Deletes a person's two-factor secret and recovery codes. Sign-in then requires only the password. */
export async function deleteTwoFactor({ userId, db }: Place): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.update(users).set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null }).where(eq(users.id, userId));
}

/**
 * Replaces a person's recovery codes and returns the new ones. They can't be read later, because only their
 * SHA-256 is stored.
 */
export async function storeRecoveryCodes({ userId, db }: Place): Promise<string[]> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const codes = Array.from({ length: RECOVERY_CODES }, mintRecoveryCode);
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: recoveryHash(code) })));
  return codes;
}

/** Creates a recovery code: sixteen letters and digits in groups of four, without characters that look alike. */
function mintRecoveryCode(): string {
  const bits = [...randomBytes(RECOVERY_BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join("");
  return (letters.match(new RegExp(`.{${RECOVERY_GROUP}}`, "g")) ?? []).join("-");
}

const recoveryHash = (code: string) => Buffer.from(hashKey(code.replace(/-/g, "")), "hex");
