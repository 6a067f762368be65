import { isApiError } from "@/lib/http/call";

/** The API's message is for programs: after a session ended, it would mention API keys. */
export function problemMessage(error: Error): string {
  return isSignedOut(error) ? "You're signed out. Sign in again in another tab, then try again." : error.message;
}

export function isSignedOut(error: Error | null): boolean {
  return isApiError(error) && error.code === "unauthenticated";
}

/** The ID of the failed request, which support can find in the log. Null if there was no response. */
export function failedRequestId(error: Error | null): string | null {
  return isApiError(error) ? error.requestId : null;
}
