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

const TOO_MANY_REQUESTS = 429;
/** For a block that does not say how long it lasts. */
const DEFAULT_WAIT_S = 60;

/**
 * Signs in with next-auth's own endpoints, which set the session cookie. Its client library would cost ten times
 * the code for the same two requests.
 * @returns null when signed in, otherwise why not.
 */
export async function submitSignIn(email: string, password: string, code?: string): Promise<SignInRefusal | null> {
  try {
    const response = await postToAuth("callback/credentials", { email, password, ...(code && { code }) });
    if (response.status === TOO_MANY_REQUESTS) return blockedFor(response.headers.get("Retry-After"));
    const answer = (await addressIn(response)).searchParams;
    const error = answer.get("error");
    if (error?.startsWith("TooManyAttempts:")) return blockedFor(error.slice(error.indexOf(":") + 1));
    if (error === null && !answer.has("csrf")) return null;
    return refusals[error ?? ""] ?? { kind: "failed" };
  } catch {
    return { kind: "failed" };
  }
}

/** The page of the identity provider that signs people in. @param callback where they come back to, on this site. */
export async function providerHref(callback: string): Promise<string> {
  return (await addressIn(await postToAuth("signin/oidc", { callbackUrl: callback }))).href;
}

/** Clears the session cookie and leaves every page that belongs to it. @param next a page of this site. */
export async function signOut(next = "/sign-in"): Promise<void> {
  const answer = await addressIn(await postToAuth("signout", {}));
  if (answer.searchParams.has("csrf")) throw new Error("Your session continues.");
  window.location.assign(next);
}

async function postToAuth(path: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
  return fetch(`/api/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
}

/** next-auth answers with an address to go to; what happened stands in its query. */
async function addressIn(response: Response): Promise<URL> {
  return new URL((await response.json()).url, window.location.origin);
}

function blockedFor(seconds: string | null): SignInRefusal {
  return { kind: "blocked", seconds: Number.parseInt(seconds ?? "", 10) || DEFAULT_WAIT_S };
}
