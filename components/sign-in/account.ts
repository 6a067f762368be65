import { ApiError } from "@/lib/http/call";
import type { SignedUp, SignUp } from "@/lib/organizations/schema";

export type SignInRefusal = { kind: "wrong" } | { kind: "blocked"; seconds: number } | { kind: "failed" };

/**
 * Signs in with next-auth's own endpoints, which set the session cookie. Its client library would cost ten times
 * the code for the same two requests.
 * @returns null when signed in, otherwise why not.
 */
export async function signIn(email: string, password: string): Promise<SignInRefusal | null> {
  try {
    const answer = await postToAuth("callback/credentials", { email, password });
    const error = answer.searchParams.get("error");
    if (error?.startsWith("TooManyAttempts:")) {
      return { kind: "blocked", seconds: Number.parseInt(error.slice(error.indexOf(":") + 1), 10) || 60 };
    }
    if (error === "CredentialsSignin") return { kind: "wrong" };
    return error || answer.searchParams.has("csrf") ? { kind: "failed" } : null;
  } catch {
    return { kind: "failed" };
  }
}

/** Clears the session cookie and leaves every page that belongs to it. */
export async function signOut(): Promise<void> {
  await postToAuth("signout", {});
  window.location.assign("/sign-in");
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
