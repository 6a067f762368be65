import type { InputIssue } from "@/lib/errors";
import { isApiError } from "@/lib/http/call";

/**
 * Returns the API's validation errors for these fields of the request body.
 * @param names the first segments of the pointers: errors of `/scopes/0` are returned under `scopes`.
 */
export function fieldErrors<N extends string>(error: unknown, names: readonly N[]): Partial<Record<N, InputIssue[]>> {
  const found: Partial<Record<N, InputIssue[]>> = {};
  if (!isApiError(error)) return found;
  for (const name of names) {
    const issues = error.errors.filter(({ pointer }) => pointer?.split("/")[1] === name);
    if (issues.length > 0) found[name] = issues;
  }
  return found;
}
