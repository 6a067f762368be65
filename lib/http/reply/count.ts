import { databaseCode } from "@/lib/db/errors";
import type { InputIssue } from "@/lib/errors";
import { validationFailed } from "@/lib/http/failures";

const QUERY_CANCELED = "57014";

/**
 * Runs a search that may not have an index. `rows` is the plural noun for the rows.
 * @throws Failure `validation_failed` if PostgreSQL's statement timeout ends the search. A retry wouldn't help,
 * but a shorter period would.
 */
export function searchInTime<T>(rows: string, search: () => PromiseLike<T>): Promise<T> {
  const detail = `There are too many ${rows} to search in time. Choose a shorter period with \`from\` and \`to\`.`;
  return inTime(search, { parameter: "from", code: "too_much_to_search", detail });
}

/**
 * Counts all rows of a list. `rows` is the plural noun for the rows.
 * @throws Failure `validation_failed` if PostgreSQL's statement timeout ends the count. A retry wouldn't help, but
 * a narrower search would.
 */
export function countInTime<T>(rows: string, count: () => PromiseLike<T>): Promise<T> {
  const detail = `There are too many ${rows} to count in time. Omit \`include_total\`, or narrow the search.`;
  return inTime(count, { parameter: "include_total", code: "too_much_to_count", detail });
}

/**
 * Runs a query that may exceed PostgreSQL's statement timeout.
 * @throws Failure `validation_failed` with this issue if it does.
 */
export async function inTime<T>(work: () => PromiseLike<T>, issue: InputIssue): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (databaseCode(error) !== QUERY_CANCELED) throw error;
    throw validationFailed([issue], "query parameters");
  }
}
