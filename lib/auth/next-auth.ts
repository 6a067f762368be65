import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { SESSION_D } from "@/lib/limits";
import { log } from "@/lib/log";
import { tooMany } from "@/lib/rate-limit/failures";
import { ownAddress } from "./next-auth-call";
import { admitIdentity, oidcProviders } from "./oidc";
import { signIn } from "./password";
import {
  authSecret,
  closeSession,
  openProvedSession,
  openSession,
  type Proof,
  readCookie,
  sessionCookieName,
} from "./session";

const SESSION_AGE_S = SESSION_D * 24 * 3_600;

/** The error code for a blocked sign-in. The sign-in page receives it with the seconds to wait after a colon. */
const TOO_MANY_ATTEMPTS = "TooManyAttempts";
/** The error codes after a correct password. The form then asks for a second-factor code, or for another one. */
const TWO_FACTOR = { required: "TwoFactorRequired", wrong: "TwoFactorWrong" } as const;

function peerAddress(headers: Headers): string | null {
  const chain = (headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  return chain[Math.max(0, chain.length - 1 - env().TRUSTED_PROXY_HOPS)] || null;
}

function unavailable(error: Error): Failure {
  log.error({ error: error.name }, "a sign-in couldn't be checked");
  return new Failure("unavailable", "Sign-in isn't available right now. Try again in a moment.", {
    headers: { "Retry-After": "1" },
  });
}

/**
 * Returns next-auth's configuration: sign-in by password or identity provider, and a token that contains only the
 * user's and the session's ID.
 * @param headers of the request.
 * @param unchecked is called if a sign-in couldn't be checked, which next-auth reports like a wrong password.
 */
export function authOptions(headers: Headers, unchecked: (why: Failure) => void): AuthOptions {
  const origin = {
    ip: peerAddress(headers),
    userAgent: headers.get("user-agent"),
    cookie: readCookie(headers.get("cookie"), sessionCookieName()),
  };
  // next-auth reads the base URL of redirects from this environment variable.
  process.env.NEXTAUTH_URL = env().BASE_URL;
  const secure = env().BASE_URL.startsWith("https:");
  const cookie = (name: string, httpOnly = true) => ({
    name,
    options: { httpOnly, sameSite: "lax" as const, path: "/", secure },
  });
  const prefix = secure ? "__Host-" : "";
  let proof: Proof | null = null;
  return {
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: SESSION_AGE_S },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: secure,
    cookies: {
      sessionToken: cookie(sessionCookieName()),
      csrfToken: cookie(`${prefix}sightline.csrf`),
      callbackUrl: cookie(`${prefix}sightline.callback`),
      state: cookie(`${prefix}sightline.state`),
      nonce: cookie(`${prefix}sightline.nonce`),
      pkceCodeVerifier: cookie(`${prefix}sightline.pkce`),
    },
    // next-auth's own logger would write complete errors, including data from the identity provider.
    logger: {
      error: (code) => log.warn({ code: /^[A-Z_]{1,60}$/.test(code) ? code : "OTHER" }, "a sign-in failed"),
      warn: () => {},
      debug: () => {},
    },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
        async authorize(credentials) {
          const { email, password, code } = credentials ?? {};
          if (typeof email !== "string" || typeof password !== "string" || email.includes("\0")) return null;
          const result = await signIn({ email, password, code }, origin.ip).catch((error: Error) => {
            unchecked(unavailable(error));
            // next-auth sends this error's message in its reply, so it must not reveal details.
            throw new Error("Unavailable");
          });
          if (result === null) return null;
          if ("blockedForS" in result) {
            unchecked(tooMany("sign-ins", result.blockedForS));
            throw new Error(`${TOO_MANY_ATTEMPTS}:${result.blockedForS}`);
          }
          if ("twoFactor" in result) throw new Error(TWO_FACTOR[result.twoFactor]);
          proof = result.proof;
          return result.person;
        },
      }),
      ...oidcProviders(),
    ],
    callbacks: {
      signIn: admitIdentity,
      redirect: ownAddress,
      async jwt({ token, user }) {
        // next-auth passes `user` only at sign-in. At other times, the token stays the same.
        if (!user) return token;
        const opening = proof ? openProvedSession(proof, origin) : openSession(user.id, origin);
        const session = await opening.catch((error: Error) => {
          throw unavailable(error);
        });
        return session === null ? {} : { sub: user.id, session };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      // Signing out ends the session, too, so that a copied cookie stops working on all instances.
      async signOut({ token }) {
        if (token?.sub && typeof token.session === "string") await closeSession(token.sub, token.session);
      },
    },
  };
}
