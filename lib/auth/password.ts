import { hash, verify } from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import { database, type Executor } from "@/lib/db/client";
import { passwordResets, users } from "@/lib/db/tables/people";
import { chargeAddress, refundAddress } from "@/lib/rate-limit/address";
import { attemptKey, forgetAttempts, type Guess, guess } from "./attempts";
import type { Proof } from "./session";
import { takeCode } from "./two-factor";

/** Hashes a password with Argon2id and the library's defaults (19 MiB, 2 passes), as OWASP recommends. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export type SignInResult =
  | { person: { id: string; name: string; email: string }; proof: Proof }
  | { blockedForS: number }
  | { twoFactor: "required" | "wrong" }
  | null;

/** Returns the key by which failed sign-ins are counted. */
const signInKey = (email: string, ip: string | null) => attemptKey(email.toLowerCase(), ip ?? "");

/**
 * Checks an email, a password and, with two-factor sign-in, a code. Failures are counted per email and IP address.
 * After ten, the pair is blocked, each time for twice as long. Failures with any email also count toward a limit
 * per IP address. An unknown email takes the same time and gets the same reply as a wrong password. Only a correct
 * password reveals that a code is required.
 */
export async function signIn(
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  ip: string | null,
): Promise<SignInResult> {
  const addressWaitS = await chargeAddress("sign-ins", ip);
  if (addressWaitS > 0) return { blockedForS: addressWaitS };
  const user = await findUser(email);
  const passwordGuess = await guess(signInKey(email, ip), () => isRight(user?.hash ?? null, password));
  if (typeof passwordGuess === "object") return passwordGuess;
  if (!user || passwordGuess === "wrong") return null;
  const person = { id: user.id, name: user.name, email: user.email };
  const { id: userId, sessionVersion, hasTwoFactor } = user;
  const proof = { userId, sessionVersion, hasTwoFactor };
  await refundAddress("sign-ins", ip);
  if (!hasTwoFactor) return { person, proof };
  if (!code) return { twoFactor: "required" };
  const codeGuess = await takeCode(user.id, code);
  if (typeof codeGuess === "object") return codeGuess;
  return codeGuess === "right" ? { person, proof } : { twoFactor: "wrong" };
}

async function findUser(email: string) {
  const [user] = await database()
    .db.select({
      id: users.id,
      name: users.name,
      email: users.email,
      hash: users.passwordHash,
      sessionVersion: users.sessionVersion,
      hasTwoFactor: sql<boolean>`${users.totpEnabledAt} is not null`,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

/** Resets the count of failed sign-ins for this email and IP address, after another proof of identity. */
export async function forgetFailedSignIns(email: string, ip: string | null): Promise<void> {
  await forgetAttempts(signInKey(email, ip));
}

/** Invalidates all of a person's password reset links. */
export async function forgetResets(tx: Executor, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** Checks the password of a signed-in person. Guesses from all IP addresses are counted together, per person. */
export function guessPassword(userId: string, passwordHash: string, password: string): Promise<Guess> {
  return guess(attemptKey("password", userId), () => isRight(passwordHash, password));
}

async function isRight(passwordHash: string | null, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await decoy()), password).catch(() => false);
  return right && passwordHash !== null;
}

let decoyHash: Promise<string> | undefined;
function decoy(): Promise<string> {
  decoyHash ??= hashPassword("decoy password");
  return decoyHash;
}
