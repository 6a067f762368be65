import { isApiError } from "@/lib/http/call";

/**
 * Returns the message to show for an error. If the session ended, it replaces the API's message, which would
 * mention API keys.
 */
export function problemMessage(error: Error): string {
  return isSignedOut(error) ? "You're signed out. Sign in again in another tab, then try again." : error.message;
}

export function isSignedOut(error: Error | null): boolean {
  return isApiError(error) && error.code === "unauthenticated";
}

/** Returns the ID of the failed request, which support can find in the log. Null if there was no response. */
export function failedRequestId(error: Error | null): string | null {
  return isApiError(error) ? error.requestId : null;
}
