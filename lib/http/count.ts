import { validationFailed } from "./parse";
import { databaseCode } from "./problem";

const QUERY_CANCELED = "57014";

/**
 * Counts what a list has in all. `rows` names them in the plural.
 * @throws Failure `validation_failed` instead of PostgreSQL's timeout: asking again would not help, asking for less does.
 */
export async function countInTime<T>(rows: string, count: () => PromiseLike<T>): Promise<T> {
  try {
    return await count();
  } catch (error) {
    if (databaseCode(error) !== QUERY_CANCELED) throw error;
    const detail = `So many ${rows} take too long to count: leave \`include_total\` out, or narrow the search.`;
    throw validationFailed([{ parameter: "include_total", code: "too_much_to_count", detail }], "query parameters");
  }
}
