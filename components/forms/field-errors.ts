import type { InputIssue } from "@/lib/errors";
import { isApiError } from "@/lib/http/call";

/** What the API said of these fields of the body, one word on each; nothing of those that it did not mind. */
export function fieldErrors<N extends string>(error: unknown, names: readonly N[]): Partial<Record<N, InputIssue>> {
  const found: Partial<Record<N, InputIssue>> = {};
  if (!isApiError(error)) return found;
  for (const name of names) {
    const issue = error.errors.find(({ pointer }) => pointer === `/${name}`);
    if (issue) found[name] = issue;
  }
  return found;
}
