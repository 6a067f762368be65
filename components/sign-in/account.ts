import { ApiError } from "@/lib/http/call";
import type { SignedUp, SignUp } from "@/lib/organizations/schema";

export type SignInRefusal =
  | { kind: "wrong" }
  /** The password is right; a code of the second factor is asked for, or the one that came was wrong. */
  | { kind: "code" }
  | { kind: "wrong-code" }
  | { kind: "blocked"; seconds: number }
  | { kind: "failed" };

const refusals: Record<string, SignInRefusal> = {
  CredentialsSignin: { kind: "wrong" },
  TwoFactorRequired: { kind: "code" },
  TwoFactorWrong: { kind: "wrong-code" },
};

/**
 * Signs in with next-auth's own endpoints, which set the session cookie. Its client library would cost ten times
 * the code for the same two requests.
 * @returns null when signed in, otherwise why not.
 */
export async function signIn(email: string, password: string, code?: string): Promise<SignInRefusal | null> {
  try {
    const answer = await postToAuth("callback/credentials", { email, password, ...(code && { code }) });
    const error = answer.searchParams.get("error");
    if (error?.startsWith("TooManyAttempts:")) {
      return { kind: "blocked", seconds: Number.parseInt(error.slice(error.indexOf(":") + 1), 10) || 60 };
    }
    if (error === null && !answer.searchParams.has("csrf")) return null;
    return refusals[error ?? ""] ?? { kind: "failed" };
  } catch {
    return { kind: "failed" };
  }
}

/** The page of the identity provider that signs people in. @param callback where they come back to, on this site. */
export async function providerAddress(callback: string): Promise<string> {
  return (await postToAuth("signin/oidc", { callbackUrl: callback })).href;
}

/** Clears the session cookie and leaves every page that belongs to it. @param next a page of this site. */
export async function signOut(next = "/sign-in"): Promise<void> {
  await postToAuth("signout", {});
  window.location.assign(next);
}

/** Makes an account with its organization. @throws ApiError */
export async function createAccount(body: SignUp): Promise<SignedUp> {
  const response = await fetch("/api/v1/sign-up", {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiError({});
  });
  const answer = await response.json().catch(() => ({ status: response.status }));
  if (!response.ok) throw new ApiError(answer);
  return answer;
}

/** next-auth answers with an address to go to; what happened stands in its query. */
async function postToAuth(path: string, fields: Record<string, string>): Promise<URL> {
  const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
  return new URL((await response.json()).url, window.location.origin);
}
