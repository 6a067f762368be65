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
/** What a provider tells of somebody (OpenID Connect Core §2 and §5.1); what is malformed counts as not told. */
const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().max(255).regex(printable),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
});
type Claims = z.output<typeof claimsSchema>;

/** The claims of an ID token whose signature, issuer, audience and nonce were checked. */
interface IdTokens {
  claims(): Record<string, unknown> & { iss: string; sub: string };
}

type Person = { id: string; name: string; email: string };
type IdentityResult = Person | { refusal: OidcRefusal };

const personColumns = { id: users.id, name: users.name, email: users.email };
const withoutSlash = (url: string) => url.replace(/\/$/, "");

/** The host of the identity provider, as the sign-in page names it; null when none is set. */
export function oidcHost(): string | null {
  const { OIDC_ISSUER } = env();
  return OIDC_ISSUER ? new URL(OIDC_ISSUER).host : null;
}

/**
 * The identity provider of the environment as next-auth takes it: authorization code with PKCE, state and nonce
 * (RFC 9700 §2.1), endpoints by discovery; none when the environment names none.
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
        // Both claims of the e-mail come from the same place: a verification of one address says nothing of another.
        async request({ client, tokens }) {
          // What next-auth declares as plain data is openid-client's object, which has checked the signature.
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

/** Whether next-auth may go on: what `signInByClaims` refused leads back to the sign-in page with its reason. */
export function admitIdentity({ user }: Pick<Parameters<CallbacksOptions["signIn"]>[0], "user">): true | string {
  if (!("refusal" in user)) return true;
  return `${env().BASE_URL}/sign-in?error=${encodeURIComponent(String(user.refusal))}`;
}

// The provider is trusted for its own factors, so no code of ours is asked for here; an organization that requires
// two-factor sign-in still wants ours set up before it opens, since it cannot know what the provider asked for.
async function signInByClaims(raw: Record<string, unknown>): Promise<User> {
  const result = await findOrCreatePerson(raw).catch((error: Error): IdentityResult => {
    // next-auth would log what it knows of the person together with the error.
    log.error({ error: error.name }, "a sign-in through the identity provider couldn't be completed");
    return { refusal: "Unavailable" };
  });
  return "refusal" in result ? { id: "refused", ...result } : result;
}

/**
 * The person whom the provider vouches for: the one with this identity, else the one with this e-mail if the provider
 * says that it is verified, else a new one without a password and without an organization.
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
    // Two first sign-ins at once: the second waits for the first at this row and then finds what it made.
    await tx.insert(identities).values({ issuer, subject, userId: result.id }).onConflictDoNothing();
    return result;
  });
}

/** Somebody whose identity is seen for the first time: a person with this e-mail, or a new one. */
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
 * Ends the password, the second factor and the sessions of an account whose email was never proved: a person who signed
 * up with someone else's address must not share the account with its owner. An accepted invitation whose link an admin
 * saw proves nothing.
 */
async function endUnprovedAccess(tx: Executor, { id }: Person): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash: null, emailProvedAt: sql`now()`, sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, id));
  await deleteTwoFactor({ userId: id, db: tx });
  await endSessions(id, null, tx);
}

/** A name of at most 100 characters: the provider's, else what stands before the @. */
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
