import { ApiError } from "@/lib/http/call";

/** What the API said of one field, for example of `/code`; undefined when it said nothing of it. */
export function fieldError(error: Error | null, pointer: string): string | undefined {
  return error instanceof ApiError ? error.errors.find((issue) => issue.pointer === pointer)?.detail : undefined;
}
