import { isApiError } from "@/lib/http/call";

/** The API speaks to programs; to a person whose session ended it would tell of keys. */
export function problemMessage(error: Error): string {
  return isSignedOut(error) ? "You're signed out. Sign in again in another tab, then try again." : error.message;
}

export function isSignedOut(error: Error | null): boolean {
  return isApiError(error) && error.code === "unauthenticated";
}

/** The id of the request that failed, by which support finds it in the log; null when nothing answered. */
export function failedRequestId(error: Error | null): string | null {
  return isApiError(error) ? error.requestId : null;
}
