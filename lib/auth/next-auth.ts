import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { signIn } from "./password";
import { authSecret, sessionCookieName } from "./session";

const SESSION_AGE_S = 30 * 24 * 3_600;

/** The code that the sign-in page reads, with the seconds to wait behind a colon. */
export const TOO_MANY_ATTEMPTS = "TooManyAttempts";

function peerAddress(headers: Record<string, unknown> | undefined): string | null {
  const chain = String(headers?.["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim());
  return chain[Math.max(0, chain.length - 1 - env().TRUSTED_PROXY_HOPS)] || null;
}

/** next-auth's configuration: credentials, and a token that carries no more than the user's id and session version. */
export function authOptions(): AuthOptions {
  // next-auth reads its own variable for the address of redirects; ours is the one that people set.
  process.env.NEXTAUTH_URL = env().BASE_URL;
  const secure = env().BASE_URL.startsWith("https:");
  const cookie = (name: string, httpOnly = true) => ({
    name,
    options: { httpOnly, sameSite: "lax" as const, path: "/", secure },
  });
  const prefix = secure ? "__Host-" : "";
  return {
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: SESSION_AGE_S },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: secure,
    cookies: {
      sessionToken: cookie(sessionCookieName()),
      csrfToken: cookie(`${prefix}sightline.csrf`),
      callbackUrl: cookie(`${prefix}sightline.callback`),
    },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials, request) {
          const { email, password } = credentials ?? {};
          if (typeof email !== "string" || typeof password !== "string" || email.includes("\0")) return null;
          const result = await signIn(email, password, peerAddress(request.headers)).catch((error: Error) => {
            // next-auth puts the message of what is thrown here into the reply.
            log.error({ error: error.name }, "a sign-in could not be checked");
            throw new Error("Unavailable");
          });
          if (result === null) return null;
          if ("blockedForS" in result) throw new Error(`${TOO_MANY_ATTEMPTS}:${result.blockedForS}`);
          const { person, version } = result;
          return { id: person.id, name: person.name, email: person.email, version };
        },
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        if (!user) return token;
        return { sub: user.id, version: (user as { version?: number }).version };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}
