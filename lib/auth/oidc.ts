import { and, eq, sql } from "drizzle-orm";
import type { CallbacksOptions, User } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { database, type Executor } from "@/lib/db/client";
import { newId } from "@/lib/db/ids";
import { identities, users } from "@/lib/db/tables/people";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { OidcRefusal } from "./oidc-refusals";
import { endSessions } from "./session";
import { deleteTwoFactor } from "./two-factor";

const PROVIDER_TIMEOUT_MS = 10_000;
const MAX_NAME = 100;

const printable = /^\P{Cc}+$/u;
/** The claims about a person (OpenID Connect Core §2 and §5.1). Malformed optional claims are treated as missing. */
const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().max(255).regex(printable),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
});
type Claims = z.output<typeof claimsSchema>;

/** An ID token whose signature, issuer, audience and nonce were verified. */
interface IdTokens {
  claims(): Record<string, unknown> & { iss: string; sub: string };
}

type Person = { id: string; name: string; email: string };
type IdentityResult = Person | { refusal: OidcRefusal };

const personColumns = { id: users.id, name: users.name, email: users.email };
const withoutSlash = (url: string) => url.replace(/\/$/, "");

/** Returns the identity provider's host for the sign-in page, or null if no provider is configured. */
export function oidcHost(): string | null {
  const { OIDC_ISSUER } = env();
  return OIDC_ISSUER ? new URL(OIDC_ISSUER).host : null;
}

/**
 * Returns next-auth's configuration for the identity provider: authorization code flow with PKCE, state and nonce
 * (RFC 9700 §2.1), and discovery of the endpoints. It is empty if no provider is configured.
 */
export function oidcProviders(): OAuthConfig<Record<string, unknown>>[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env();
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return [];
  return [
    {
      id: "oidc",
      name: new URL(OIDC_ISSUER).host,
      type: "oauth",
      wellKnown: `${withoutSlash(OIDC_ISSUER)}/.well-known/openid-configuration`,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      authorization: { params: { scope: "openid email profile" } },
      checks: ["pkce", "state", "nonce"],
      idToken: true,
      httpOptions: { timeout: PROVIDER_TIMEOUT_MS },
      userinfo: {
        // Both email claims must come from the same source, because `email_verified` applies only to the email
        // next to it.
        async request({ client, tokens }) {
          // next-auth declares the tokens as plain data, but they are openid-client's object with a verified
          // signature.
          const checked = tokens as unknown as IdTokens & Parameters<typeof client.userinfo>[0];
          const { iss, sub, ...told } = checked.claims();
          if ("email" in told || !client.issuer.metadata.userinfo_endpoint) return { ...told, iss, sub };
          return { ...(await client.userinfo(checked)), iss, sub };
        },
      },
      profile: signInByClaims,
    },
  ];
}

/**
 * Returns true if next-auth may continue. If `signInByClaims` failed, returns the URL of the sign-in page with the
 * reason.
 */
export function admitIdentity({ user }: Pick<Parameters<CallbacksOptions["signIn"]>[0], "user">): true | string {
  if (!("refusal" in user)) return true;
  return `${env().BASE_URL}/sign-in?error=${encodeURIComponent(String(user.refusal))}`;
}

// Signs in the person of these claims without asking for a code, because the provider's own factors are trusted.
// An organization that requires two-factor sign-in still requires ours, because it can't know what the provider
// checked.
async function signInByClaims(raw: Record<string, unknown>): Promise<User> {
  const result = await findOrCreatePerson(raw).catch((error: Error): IdentityResult => {
    // Only the error's name is logged. next-auth would log the person's data with the error.
    log.error({ error: error.name }, "a sign-in through the identity provider couldn't be completed");
    return { refusal: "Unavailable" };
  });
  return "refusal" in result ? { id: "refused", ...result } : result;
}

/**
 * Returns the person that a provider's claims identify, or why the sign-in is refused. It is the person with this
 * identity, otherwise the one with this verified email. If there is neither, creates a person without password and
 * organization.
 */
async function findOrCreatePerson(raw: unknown): Promise<IdentityResult> {
  const { data: claims } = claimsSchema.safeParse(raw);
  if (!claims || withoutSlash(claims.iss) !== withoutSlash(env().OIDC_ISSUER ?? "")) return { refusal: "WrongIssuer" };
  const { iss: issuer, sub: subject, email } = claims;
  return database().db.transaction(async (tx) => {
    const [known] = await tx
      .select(personColumns)
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
    if (known) return known;
    if (email === undefined) return { refusal: "EmailMissing" };
    const result = await newcomer(tx, claims, email);
    if ("refusal" in result) return result;
    // If the same person signs in twice at once for the first time, the second insert waits for the first
    // transaction. The identity exists then, so the second insert does nothing.
    await tx.insert(identities).values({ issuer, subject, userId: result.id }).onConflictDoNothing();
    return result;
  });
}

/**
 * Returns the person to link to an unknown identity: a new one, or the one who already has this email. Otherwise,
 * returns why the sign-in is refused.
 */
async function newcomer(tx: Executor, claims: Claims, email: string): Promise<IdentityResult> {
  const isProved = claims.email_verified === true;
  const emailProvedAt = isProved ? sql`now()` : null;
  const [made] = await tx
    .insert(users)
    .values({ id: newId(), email, emailProvedAt, name: nameOf(claims, email) })
    .onConflictDoNothing()
    .returning(personColumns);
  if (made) return made;
  const [namesake] = await tx
    .select({ ...personColumns, emailProvedAt: users.emailProvedAt })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .for("no key update");
  if (!namesake) return { refusal: "Unavailable" };
  const { emailProvedAt: provedAt, ...person } = namesake;
  const [taken] = await tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.issuer, claims.iss), eq(identities.userId, person.id)));
  if (taken) return taken.subject === claims.sub ? person : { refusal: "EmailTaken" };
  if (!isProved) return { refusal: "EmailNotVerified" };
  if (provedAt === null) await endUnprovedAccess(tx, person);
  return person;
}

/**
 * Removes the password, second factor and sessions of an account whose email was never proved. Otherwise, someone
 * who signed up with another person's email would share the account. An invitation proves nothing if an admin
 * could see its link.
 */
async function endUnprovedAccess(tx: Executor, { id }: Person): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash: null, emailProvedAt: sql`now()`, sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, id));
  await deleteTwoFactor({ userId: id, db: tx });
  await endSessions(id, null, tx);
}

/** Returns a name of at most 100 characters: the provider's, or the part of the email before the `@`. */
function nameOf({ name, preferred_username: username }: Claims, email: string): string {
  const candidates = [name, username, email.split("@", 1)[0]];
  const tidy = candidates.map((text) =>
    text
      ?.replace(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, MAX_NAME)
      .toWellFormed(),
  );
  return tidy.find(Boolean) ?? email;
}
