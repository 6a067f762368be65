import { FormProblem } from "@/components/sign-in/form-problem";
import { ApiError } from "@/lib/http/call";

/** Why a write was not taken, with the request id to quote; nothing when `error` is null. */
export function MutationProblem({ error }: { error: Error | null }) {
  if (!error) return null;
  return <FormProblem requestId={requestIdOf(error)}>{problemWords(error)}</FormProblem>;
}

/** The API speaks to programs; to a person whose session ended it would tell of keys. */
export function problemWords(error: Error): string {
  const signedOut = error instanceof ApiError && error.code === "unauthenticated";
  return signedOut ? "You are signed out. Sign in again in another tab, then try once more." : error.message;
}

export function requestIdOf(error: Error): string | null {
  return error instanceof ApiError ? error.requestId : null;
}
