export type SignInRefusal =
  | { kind: "wrong" }
  /** The password is correct, but a second-factor code is required. */
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
/** Used if the reply doesn't say how long sign-in is blocked. */
const DEFAULT_WAIT_S = 60;

/**
 * Signs in through next-auth's endpoints, which set the session cookie. The client library of next-auth would be
 * ten times the code for the same two requests.
 * @returns null if signed in, otherwise the reason.
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

/**
 * Starts sign-in with the identity provider, and returns the URL of its sign-in page.
 * @param callback the page of this site to return to.
 */
export async function providerHref(callback: string): Promise<string> {
  return (await addressIn(await postToAuth("signin/oidc", { callbackUrl: callback }))).href;
}

/**
 * Clears the session cookie, then opens another page.
 * @param next the page of this site to open.
 * @throws Error if the session continues
 */
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

/** Returns the URL in a reply of next-auth. Its query contains the result of the request. */
async function addressIn(response: Response): Promise<URL> {
  return new URL((await response.json()).url, window.location.origin);
}

function blockedFor(seconds: string | null): SignInRefusal {
  return { kind: "blocked", seconds: Number.parseInt(seconds ?? "", 10) || DEFAULT_WAIT_S };
}
